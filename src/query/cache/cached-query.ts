import type { Query, QueryClient } from "@tanstack/query-core";
import type { Document, ResourceObject } from "../../client/send/document.js";
import type { KeyState, ReadKey, ReadKind } from "./key.js";
import type { ResourceIdentifier } from "../../client/send/input.js";
import { type QueryState, readSearch } from "../../client/send/url.js";
import { segmentsOf } from "../../wire/include-path.js";
import { isSameScope, type Scope } from "./scope.js";

/** The data of a query: a document, or the documents of an infinite query. */
type CachedData = Document | { readonly pages: readonly Document[] } | undefined;

/** A cached query: its key, and the resources that its documents contain. */
export class CachedQuery {
  readonly type: string;
  readonly kind: ReadKind;
  /** The id and the relationship in the path. Undefined for a query that the API declares. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly state: KeyState = {};
  /** The filters and orders that it asks for. Those of a link are in its query string. */
  readonly asked: Pick<QueryState, "filter" | "any" | "sort" | "includeQueries">;
  /** Undefined if the query has no data yet, or failed. */
  readonly documents: readonly Document[] | undefined;
  /** The primary data: resources, or identifiers for a relationship. */
  readonly primary: readonly ResourceObject[];
  /** Every resource in the documents. */
  readonly resources: readonly ResourceObject[];
  /** Whether a response is on its way. */
  readonly busy: boolean;

  /** @param data The data to look at, if it is not what is shown. */
  constructor({ queryKey, state }: Query, data = state.data) {
    const [, , type, kind, ...rest] = queryKey as unknown as ReadKey; // only our keys begin with "trestle"
    const names: string[] = [];
    for (const part of rest) {
      if (typeof part === "string") names.push(part);
      else this.state = part;
    }
    const { link } = this.state;
    this.asked = link === undefined ? this.state : readSearch(link.replace(/^[^?]*\??|#.*$/g, ""));
    this.type = type;
    this.kind = kind;
    if (kind !== "list" && kind !== "query") [this.id, this.name] = names;
    const cached = data as CachedData; // only documents are cached under our keys
    this.documents = cached && "pages" in cached ? cached.pages : cached && [cached];
    const primary: ResourceObject[] = [];
    const included: ResourceObject[] = [];
    for (const document of this.documents ?? []) {
      for (const each of listOf(document.data)) primary.push(each);
      for (const each of listOf(document.included)) included.push(each);
    }
    this.primary = primary;
    this.resources = kind === "relationship" ? [] : [...primary, ...included];
    this.busy = state.fetchStatus !== "idle";
  }

  /** Each occurrence of a resource, with its document. */
  holdersOf(type: string, id: string | undefined): (readonly [ResourceObject, Document])[] {
    const holders: (readonly [ResourceObject, Document])[] = [];
    for (const document of (this.kind !== "relationship" && this.documents) || []) {
      for (const each of [...listOf(document.data), ...listOf(document.included)]) {
        if (each.type === type && each.id === id) holders.push([each, document]);
      }
    }
    return holders;
  }

  /** Whether the query requests a field of a type. Without `fields`, it requests all fields. */
  wants(type: string, name: string): boolean {
    const { link, fields } = this.state;
    const inLink = link?.includes("?") && new URLSearchParams(link.replace(/^[^?]*|#.*$/g, "")).get(`fields[${type}]`);
    const names = fields?.[type] ?? (typeof inLink === "string" ? inLink.split(",") : undefined);
    return names?.includes(name) ?? true;
  }

  /** Whether an include has a query, so that one of these relationships of a resource may lack members. Default: any of them. */
  cuts({ relationships = {} }: ResourceObject, names = Object.keys(relationships)): boolean {
    return Object.keys(this.asked.includeQueries ?? {}).some((path) => names.includes(segmentsOf(path).at(-1) ?? ""));
  }

  /** Whether the primary data is a list, or may be one. */
  get isList(): boolean {
    if (this.kind === "list") return true;
    for (const { data } of this.documents ?? []) if (!Array.isArray(data)) return false;
    return true;
  }

  /** Whether the list has other pages, or may have. */
  get isPart(): boolean {
    const { page, link } = this.state;
    if (page ?? link) return true;
    return (this.documents ?? []).some(
      ({ links, meta, data }) => links?.next || links?.prev || (meta?.total ?? 0) > ((data as unknown[])?.length ?? 0), // one resource has no length
    );
  }

  /**
   * Whether an edit may add, move or remove a resource without a change of what the list shows of it: by a filter, an order, another
   * page, or a field that it leaves out.
   */
  get isMovable(): boolean {
    const { filter, any, sort, extra, fields } = this.state;
    return Boolean(filter ?? any ?? sort ?? extra ?? fields) || this.isPart;
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
    // If the data is empty, the server lists its possible types.
    const hidden = new Set(
      isRead || isIncluded ? this.documents?.flatMap((document) => hiddenTypes(document) ?? []) : [],
    );
    const [single, other] = hidden;
    const hiddenType = other === undefined ? single : undefined; // an id does not say which of several types it is of
    return isRead ? (this.primary[0]?.type ?? hiddenType) : hiddenType;
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

/** Primary data or linkage as a list. */
export function listOf<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (Array.isArray(value)) return value;
  return value ? [value as T] : []; // for TypeScript, a readonly list is not an `any[]`
}

/** The queries of an API in a query client. */
export interface Cached {
  /** A resource, with all its fields and all members of its relationships. */
  readonly find: (identifier: ResourceIdentifier) => ResourceObject | undefined;
  /** The type that a relationship leads to. Undefined if no cached document shows it. */
  readonly targetOf: (type: string, relationship: string) => string | undefined;
}

/** @param scope Queries of other scopes are left out. */
export function cachedIn(client: QueryClient, api: string, scope: Scope): Cached {
  const shown = () =>
    client
      .getQueryCache()
      .findAll({ queryKey: ["trestle", api] })
      .map((query) => new CachedQuery(query))
      .filter(({ state }) => isSameScope(state, scope));
  return {
    find: ({ type, id }) =>
      shown()
        .filter(({ state }) => !state.fields)
        .flatMap((query) => query.resources.filter((each) => !query.cuts(each)))
        .find((each) => each.type === type && each.id === id),
    targetOf: (type, relationship) => shown().flatMap((each) => each.targetOf(type, relationship) ?? [])[0],
  };
}
