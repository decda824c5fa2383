import { nextMemberOf, type NextMember } from "../../define/model/with-more.js";
import type { RelationshipSpec } from "../../define/model/resource.js";
import { isLinkedPage } from "../../define/model/list-options.js";
import type { PageDeclaration } from "../../define/types/page.js";
import { type IdKind, UUID } from "../../schema/formats.js";
import { inheritedMember, memberOf } from "../../schema/own-members.js";
import { MAX_SEARCHED } from "../max-searched.js";
import { escapeText, quote } from "../text/json-text.js";
import type { ResourceLinks } from "./links.js";
import { describeValue, RowError } from "./row-error.js";

/** A row that a handler returned. Only declared names are read. */
export type RowObject = Readonly<Record<string, unknown>>;

/** The id of a related value, which is a bare id or a nested row. */
export function relatedId(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  const { id } = value as RowObject; // any object may be read by key
  return id === undefined && value instanceof Promise ? value : id; // for the error message, which mentions the promise
}

/** Writes the ids and the resource identifiers of one type. */
export class IdentifierWriter {
  /** `{"type":"articles","id":"` */
  readonly head: string;
  /** Whether ids need no escapes: integers and UUIDs. */
  readonly isPlain: boolean;
  readonly #type: string;
  readonly #kind: IdKind;

  constructor(type: string, kind: IdKind) {
    this.#type = type;
    this.#kind = kind;
    this.head = `{"type":${quote(type)},"id":"`;
    this.isPlain = kind !== "string";
  }

  /** Returns the id as text, which JSON:API requires. Throws a RowError where the id has another kind. */
  text(id: unknown): string {
    if (this.#kind === "int") {
      if (Number.isSafeInteger(id)) return `${id}`;
    } else if (typeof id === "string" && id !== "" && (!this.isPlain || UUID.test(id))) return id;
    const reason = id === "" ? "is empty" : `is ${describeValue(id)}, not ${ID_NOUNS[this.#kind]}`;
    throw new RowError(this.#type, id, "id", reason);
  }

  /** The text of an id inside a URL. */
  url(text: string): string {
    if (this.isPlain) return text;
    try {
      return encodeURIComponent(text);
    } catch (cause) {
      throw new RowError(this.#type, text, "id", "contains half of a surrogate pair, so no URL can contain it", {
        cause,
      });
    }
  }

  /** `{"type":"users","id":"7`, without the closing quote. */
  open(id: unknown): string {
    const text = this.text(id);
    return this.head + (this.isPlain ? text : escapeText(text));
  }
}

const ID_NOUNS: Readonly<Record<IdKind, string>> = { int: "an integer", string: "a string", uuid: "a uuid string" };

/** Writes the linkage and links of a relationship. */
export class RelationshipWriter {
  /** `,"relationships":{"author":{"data":`, or `,"author":{"data":` after another relationship. */
  readonly before: Before;
  /** Undefined if the API serves no link. */
  readonly links: RelationshipLinks | undefined;
  readonly #type: string;
  readonly #inherited: unknown;
  readonly #findTarget: (type: string) => IdentifierWriter;
  /** Resolved at the first use, because resources may link each other in cycles. */
  #target: IdentifierWriter | undefined;

  /** @param type The type that has the relationship. */
  constructor(
    type: string,
    readonly name: string,
    readonly spec: RelationshipSpec,
    links: ResourceLinks,
    findTarget: (type: string) => IdentifierWriter,
  ) {
    this.#type = type;
    this.before = beforeOf(name, '"data":');
    this.links = relationshipLinks(links, name, spec.many);
    this.#inherited = inheritedMember(name);
    this.#findTarget = findTarget;
  }

  /** The relationship's value in a row. */
  valueIn(row: RowObject): unknown {
    const value = row[this.name];
    return value === this.#inherited ? undefined : value;
  }

  /**
   * Writes resource linkage, or returns undefined if the row does not contain it. Throws a RowError if it is invalid.
   *
   * @param write Writes a related value in place of its identifier.
   */
  linkage(row: RowObject, write?: (value: unknown) => string): string | undefined {
    const value = this.valueIn(row);
    if (value === undefined) {
      if (this.spec.many ? !this.spec.linkage : this.spec.allowsAbsent) return undefined;
      throw this.#error(row, "is missing");
    }
    if (value === null && !this.spec.many) {
      if (this.spec.allowsNull) return "null";
      throw this.#error(row, "is null, but is not nullable");
    }
    if (write !== undefined) return this.#written(value, row, write);
    if (this.spec.targets !== undefined) return `${this.#findTarget(this.typeOf(value, row)).open(relatedId(value))}"}`;
    this.#target ??= this.#findTarget(this.spec.target);
    if (!this.spec.many) return `${this.#target.open(relatedId(value))}"}`;
    if (Array.isArray(value)) return this.#list(value, this.#target, row);
    throw this.#error(row, `is ${describeValue(value)}, not an array`);
  }

  /** Writes each related value once. */
  #written(value: unknown, row: RowObject, write: (value: unknown) => string): string {
    if (!this.spec.many) return write(value);
    if (!Array.isArray(value)) throw this.#error(row, `is ${describeValue(value)}, not an array`);
    const seen = new Set<unknown>();
    let text = "";
    for (const identifier of value) {
      if (identifier === null || identifier === undefined) throw this.#error(row, `contains ${identifier}`);
      const id = relatedId(identifier);
      if (seen.has(id)) continue;
      seen.add(id);
      text += (text === "" ? "" : ",") + write(identifier);
    }
    return `[${text}]`;
  }

  /** The id of a related value as text in JSON; an identifier, if it may be of several types. */
  flatId(value: unknown, row: RowObject): string {
    const id = relatedId(value);
    if (this.spec.targets !== undefined) return `${this.#findTarget(this.typeOf(value, row)).open(id)}"}`;
    this.#target ??= this.#findTarget(this.spec.target);
    return quote(this.#target.text(id));
  }

  /** The type of a related value, for a relationship to several types. Throws a RowError if the value does not say it. */
  typeOf(value: unknown, row: RowObject): string {
    const type = typeof value === "object" && value !== null ? memberOf(value as RowObject, "type") : undefined;
    if (typeof type === "string" && this.spec.targets?.has(type)) return type;
    const shown = type === undefined ? `is ${describeValue(value)} without a type` : `has the type ${quote(`${type}`)}`;
    throw this.#error(row, `${shown}, but must be { type, id } with the type "${this.spec.target}"`);
  }

  /** `[{"type":"users","id":"7"}]`. Each id appears once: JSON:API 1.1, "Resource Linkage". */
  #list(values: readonly unknown[], target: IdentifierWriter, row: RowObject): string {
    const seen = values.length > MAX_SEARCHED ? new Set<unknown>() : undefined;
    let text = "";
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (value === null || value === undefined) throw this.#error(row, `contains ${value}`);
      const id = relatedId(value);
      if (seen === undefined ? isAmong(values, index, id) : seen.has(id)) continue;
      seen?.add(id);
      text += (text === "" ? "[" : '"},') + target.open(id);
    }
    return text === "" ? "[]" : `${text}"}]`;
  }

  #error(row: RowObject, reason: string): RowError {
    return new RowError(this.#type, row.id, this.name, reason);
  }

  /** The text that ends the relationship's links. If members are missing, it has the URL of the page that continues. */
  closeLinks(links: RelationshipLinks, row: RowObject, urlId: string): string {
    const members = links.openNext === undefined ? undefined : this.valueIn(row);
    const next = Array.isArray(members) ? nextMemberOf(members) : undefined;
    const query = next && nextMembersQuery(links.page, next);
    return query === undefined ? links.close : `${links.openNext}${urlId}${links.nextPath}${query}"}}`;
  }
}

/** Returns whether one of the first `count` values has this id. */
function isAmong(values: readonly unknown[], count: number, id: unknown): boolean {
  for (let index = 0; index < count; index++) if (relatedId(values[index]) === id) return true;
  return false;
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
  /** Used instead of `close` if members are missing. Undefined without a page of the ids. */
  readonly openNext: string | undefined;
  readonly nextPath: string;
  readonly page: PageDeclaration;
}

function relationshipLinks(links: ResourceLinks, name: string, isMany: boolean): RelationshipLinks | undefined {
  const head = `"${links.base}/`;
  const self = `/relationship/${encodeURIComponent(name)}`;
  const hasSelf = links.hasRelationship(name);
  const hasRelated = links.hasRelated(name);
  if (!hasSelf && !hasRelated) return undefined;
  const open = `"links":{"${hasSelf ? "self" : "related"}":${head}`;
  const last = hasRelated ? `/${encodeURIComponent(name)}"` : `${self}"`;
  return {
    before: beforeOf(name, open),
    afterData: `,${open}`,
    between: hasSelf && hasRelated ? `${self}","related":${head}` : undefined,
    close: `${last}}}`,
    // JSON:API 1.1, "Relationships": pagination links paginate the relationship data, not the related resources.
    openNext: hasSelf && isMany ? `${last},"next":${head}` : undefined,
    nextPath: self,
    page: links.relationshipPage(name),
  };
}

/** The query of the page that continues a list of members, with its question mark. Undefined if no page begins there. */
function nextMembersQuery(page: PageDeclaration, next: NextMember): string | undefined {
  const begin = beginQuery(page, next);
  return begin && next.query ? `?${escapeText(next.query)}&${begin.slice(1)}` : begin;
}

function beginQuery(page: PageDeclaration, { offset, cursor }: NextMember): string | undefined {
  if (!isLinkedPage(page)) return undefined;
  switch (page["~page"]) {
    case "offset":
      return offset === undefined ? undefined : `?page%5Boffset%5D=${offset}`;
    case "number":
      return offset === undefined || offset % page.size !== 0 ? undefined : `?page=${offset / page.size + 1}`;
    case "cursor":
      return cursor === undefined ? undefined : `?page%5Bafter%5D=${encodeURIComponent(cursor)}`;
  }
}
