import type { Query } from "@tanstack/query-core";
import type { Document, ResourceObject } from "../../client/send/document.js";
import type { KeyState, ReadKey, ReadKind } from "./key.js";

/** The data of a query: a document, or the documents of an infinite query. */
type Cached = Document | { readonly pages: readonly Document[] } | undefined;

/** A cached query: its key, and the resources that its documents contain. */
export class CachedQuery {
  readonly type: string;
  readonly kind: ReadKind;
  /** The id and the relationship in the path. Undefined for a query that the API declares. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly state: KeyState;
  /** Undefined if the query has no data yet, or failed. */
  readonly documents: readonly Document[] | undefined;
  /** Whether a response is on its way. */
  readonly busy: boolean;

  /** @param data The data to look at, if it is not what is shown. */
  constructor({ queryKey, state }: Query, data = state.data) {
    const [, , type, kind, ...rest] = queryKey as unknown as ReadKey; // only our keys begin with "trestle"
    const names = rest.filter((part): part is string => typeof part === "string");
    this.type = type;
    this.kind = kind;
    [this.id, this.name] = kind === "list" || kind === "query" ? [] : names;
    this.state = rest.find((part): part is KeyState => typeof part === "object") ?? {};
    this.documents = documentsOf(data as Cached); // only documents are cached under our keys
    this.busy = state.fetchStatus !== "idle";
  }

  /** The primary data: resources, or identifiers for a relationship. */
  get primary(): readonly ResourceObject[] {
    return (this.documents ?? []).flatMap(({ data }) => data ?? []);
  }

  /** Every resource in the documents. */
  get resources(): readonly ResourceObject[] {
    const included = (this.documents ?? []).flatMap((document) => document.included ?? []);
    return this.kind === "relationship" ? [] : [...this.primary, ...included];
  }

  /** Each occurrence of a resource, with its document. */
  holdersOf(type: string, id: string | undefined): (readonly [ResourceObject, Document])[] {
    if (this.kind === "relationship") return [];
    return (this.documents ?? []).flatMap((document) =>
      [document.data ?? [], document.included ?? []]
        .flat()
        .filter((each): each is ResourceObject => each.type === type && each.id === id)
        .map((each) => [each, document] as const),
    );
  }

  /** Whether the query requests a field of a type. Without `fields`, it requests all fields. */
  wants(type: string, name: string): boolean {
    const { link, fields } = this.state;
    const inLink = link?.includes("?") && new URLSearchParams(link.replace(/^[^?]*|#.*$/g, "")).get(`fields[${type}]`);
    const names = fields?.[type] ?? (typeof inLink === "string" ? inLink.split(",") : undefined);
    return names?.includes(name) ?? true;
  }

  /** Whether the primary data is a list, or may be one. */
  get isList(): boolean {
    return this.kind === "list" || (this.documents?.every(({ data }) => Array.isArray(data)) ?? true);
  }

  /** Whether the list has other pages, or may have. */
  get isPart(): boolean {
    const { page, link } = this.state;
    if (page ?? link) return true;
    return (this.documents ?? []).some(
      ({ links, meta, data }) => links?.next || links?.prev || (meta?.total ?? 0) > ((data as unknown[])?.length ?? 0),
    );
  }

  /**
   * Whether an edit may add, move or remove a resource without a change of what the list shows of it: by a filter, an order, another
   * page, or a field that it leaves out.
   */
  get isMovable(): boolean {
    const { filter, sort, extra, fields } = this.state;
    return Boolean(filter ?? sort ?? extra ?? fields) || this.isPart;
  }

  /** Whether the primary data has this type, or may have. */
  isAbout(type: string): boolean {
    if (this.kind === "list" || this.kind === "get") return this.type === type;
    if (this.kind === "query") return this.mayRead(type) || this.primary.some((each) => each.type === type);
    return this.primary.length > 0 ? this.primary.some((each) => each.type === type) : this.#mayHide(type);
  }

  /** Whether it is a query that the API declares, which may read anything of a type. One of the API itself may read every type. */
  mayRead(type: string): boolean {
    return this.kind === "query" && (this.type === "" || this.type === type);
  }

  /** Whether it contains resources of a type, or may. Identifiers do not count. */
  shows(type: string): boolean {
    if (this.isAbout(type) || this.resources.some((each) => each.type === type)) return true;
    return this.state.include !== undefined && this.#mayHide(type);
  }

  /** The type that a relationship leads to, if these documents show it. */
  targetOf(type: string, relationship: string): string | undefined {
    const linked = this.resources
      .filter((each) => each.type === type)
      .flatMap((each) => each.relationships?.[relationship]?.data ?? []);
    if (linked[0] || this.type !== type) return linked[0]?.type;
    const isRead = this.name === relationship;
    const isIncluded = this.primary.length > 0 && `${this.state.include}` === relationship;
    // If the data is empty, the server lists its possible types: here there is one.
    const hidden =
      isRead || isIncluded ? this.documents?.flatMap((document) => hiddenTypes(document) ?? [])[0] : undefined;
    return isRead ? (this.primary[0]?.type ?? hidden) : hidden;
  }

  /** Whether a document may contain a type but has none of it. Trestle's note lists such types; other servers send no note. */
  #mayHide(type: string): boolean {
    return (this.documents ?? [{}]).some((document) => {
      return hiddenTypes(document)?.includes(type) ?? !document.included?.length;
    });
  }
}

/** Trestle's note in a document: the types that it may contain, but does not. */
function hiddenTypes({ meta }: Document): readonly string[] | undefined {
  return ((meta?.trestle ?? {}) as { readonly types?: readonly string[] }).types;
}

function documentsOf(data: Cached): readonly Document[] | undefined {
  return data && "pages" in data ? data.pages : data && [data];
}
