import type { OperationSpec } from "../../define/model/operation.js";
import type { z } from "zod";
import { isLinkedPage } from "../../define/model/list-options.js";
import type { PageDeclaration } from "../../define/types/page.js";
import { takesAbsence } from "../../schema/presence.js";
import type { OperationKind } from "../../wire/operations.js";

/** The URLs of a resource that the API serves. A link is written only if its URL, which has no query, is served. */
export class ResourceLinks {
  /** The mount point with the type: `/api/articles`. */
  readonly base: string;
  readonly #kinds: ReadonlySet<string>;
  readonly #pages: ReadonlyMap<string, PageDeclaration>;
  /** Whether the API has getOne for the resource. */
  readonly hasSelf: boolean;

  constructor(base: string, operations: readonly OperationSpec[]) {
    this.base = base;
    const bare = operations.filter(({ options }) => takesNoQuery(options));
    this.#kinds = new Set(bare.map(({ info }) => key(info.kind, info.relationship)));
    this.#pages = new Map(operations.map(({ info, options }) => [key(info.kind, info.relationship), options.page]));
    this.hasSelf = this.#kinds.has("getOne");
  }

  hasRelationship(name: string): boolean {
    return this.#kinds.has(key("getRelationship", name));
  }

  hasRelated(name: string): boolean {
    return this.#kinds.has(key("getRelated", name));
  }

  /** The pages of the ids of a relationship. */
  relationshipPage(name: string): PageDeclaration {
    return this.#pages.get(key("getRelationship", name));
  }

  /** `/api/articles/1/relationship/author` */
  relationship(id: string, name: string): string {
    return `${this.base}/${id}/relationship/${encodeURIComponent(name)}`;
  }

  /** `/api/articles/1/author` */
  related(id: string, name: string): string {
    return `${this.base}/${id}/${encodeURIComponent(name)}`;
  }

  /** The same URLs, for documents that link to none of them. */
  get none(): ResourceLinks {
    return new ResourceLinks(this.base, []);
  }
}

/** Whether a URL without a query is valid. Otherwise a link to it would always answer 400. */
function takesNoQuery({ filter = {}, extra = {}, page }: OperationSpec["options"]): boolean {
  // A schema describes `page` itself, and a shape its members.
  const pages = page === undefined || isLinkedPage(page) ? {} : "_zod" in page ? { page } : page;
  const schemas = [filter, extra, pages].flatMap((part) => Object.values(part as Readonly<Record<string, z.ZodType>>));
  return schemas.every(takesAbsence);
}

function key(kind: OperationKind, relationship?: string): string {
  return relationship === undefined ? kind : `${kind} ${relationship}`;
}
