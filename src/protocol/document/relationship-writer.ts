import { inheritedMember } from "../../schema/inherited.js";
import type { RelationshipSpec } from "../../define/model/relationship.js";
import type { NextMember } from "../../define/types/next-member.js";
import { nextMemberOf } from "../../define/model/next-member.js";
import type { ResourceLinks } from "./links.js";
import { nextMembersQuery } from "./next-members.js";
import { quote } from "../text/json-string.js";
import type { IdentifierWriter } from "./identifier-writer.js";
import type { RowObject } from "./row.js";

/** Writes the linkage and links of a relationship. */
export class RelationshipWriter {
  readonly name: string;
  readonly spec: RelationshipSpec;
  /** `,"relationships":{"author":{"data":`, or `,"author":{"data":` after another relationship. */
  readonly before: Before;
  /** Undefined if the API serves no link. */
  readonly links: RelationshipLinks | undefined;
  readonly #inherited: unknown;
  readonly #findTarget: () => IdentifierWriter;
  #target: IdentifierWriter | undefined;

  constructor(name: string, spec: RelationshipSpec, links: ResourceLinks, findTarget: () => IdentifierWriter) {
    this.name = name;
    this.spec = spec;
    this.before = beforeOf(name, '"data":');
    this.links = relationshipLinks(links, name);
    this.#inherited = inheritedMember(name);
    this.#findTarget = findTarget;
  }

  /** Resolved at the first use, because resources may link each other in cycles. */
  get target(): IdentifierWriter {
    this.#target ??= this.#findTarget();
    return this.#target;
  }

  /** The relationship's value in a row. */
  valueIn(row: RowObject): unknown {
    const value = row[this.name];
    return value === this.#inherited ? undefined : value;
  }

  /** The text that ends the relationship's links. */
  closeLinks(links: RelationshipLinks, row: RowObject, urlId: string): string {
    if (!this.spec.many || links.closeWithNext === undefined) return links.close;
    const members = this.valueIn(row);
    const next = Array.isArray(members) ? nextMemberOf(members) : undefined;
    return next === undefined ? links.close : (links.closeWithNext(urlId, next) ?? links.close);
  }
}

/** The text that begins a relationship: the first of a resource, or a later one. */
interface Before {
  readonly first: string;
  readonly next: string;
}

function beforeOf(name: string, member: string): Before {
  const open = `${quote(name)}:{${member}`;
  return { first: `,"relationships":{${open}`, next: `,${open}` };
}

/** `"links":{"self":"/api/articles/` 1 `/relationship/author","related":"/api/articles/` 1 `/author"}}` */
interface RelationshipLinks {
  /** Used if the relationship has no linkage. */
  readonly before: Before;
  readonly afterData: string;
  /** Undefined if the API serves only one of the two links. */
  readonly between: string | undefined;
  readonly close: string;
  /** Used instead of `close` if members are missing: it ends with the URL of their page. Undefined if the API serves none. */
  readonly closeWithNext: ((urlId: string, next: NextMember) => string | undefined) | undefined;
}

function relationshipLinks(links: ResourceLinks, name: string): RelationshipLinks | undefined {
  const head = `"${links.base}/`;
  const self = `/relationship/${encodeURIComponent(name)}"`;
  const related = `/${encodeURIComponent(name)}"`;
  const hasSelf = links.hasRelationship(name);
  const hasRelated = links.hasRelated(name);
  if (!hasSelf && !hasRelated) return undefined;
  const page = links.relationshipPage(name);
  // JSON:API 1.1, "Relationships": pagination links paginate the relationship data, not the related resources.
  const nextUrl = `/relationship/${encodeURIComponent(name)}`;
  const open = `"links":{"${hasSelf ? "self" : "related"}":${head}`;
  return {
    before: beforeOf(name, open),
    afterData: `,${open}`,
    between: hasSelf && hasRelated ? `${self},"related":${head}` : undefined,
    close: `${hasRelated ? related : self}}}`,
    closeWithNext: hasSelf
      ? (urlId, next) => {
          const query = nextMembersQuery(page, next);
          return query && `${hasRelated ? related : self},"next":${head}${urlId}${nextUrl}${query}"}}`;
        }
      : undefined,
  };
}
