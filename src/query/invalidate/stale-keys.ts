import type { Query } from "@tanstack/query-core";
import type { Document, ResourceObject } from "../../client/send/document.js";
import type { ResourceIdentifier } from "../../client/send/input.js";
import { META, own, type RichMeta } from "../../wire/notes/note.js";
import type { Notice } from "../../wire/live.js";
import { type Change, changeInNotice } from "../cache/change.js";
import { CachedQuery, listOf } from "../cache/cached-query.js";
import type { QueryState } from "../../client/send/url.js";
import { segmentsOf } from "../../wire/include-path.js";
import { bases, readMeanwhile } from "../cache/remembered.js";
import { join } from "../../client/read/link-rows.js";
import { isEqual } from "../cache/structural-sharing.js";

/** A query that is stale, the reason, and the change that made it so. */
export type Stale = readonly [query: Query, reason: string, change?: Change];

/** The queries that others may have changed, as notices say. */
export function staleBy(notices: readonly Notice[], queries: readonly Query[]): Stale[] {
  return staleAfter(notices.map(changeInNotice), queries);
}

/**
 * The queries that changes may have made stale, each with the reason. A query is left out if its key or its documents rule out a
 * change, and included if that is unknown.
 *
 * @param isShown Whether the queries show a write since it began, and go on showing it.
 */
export function staleAfter(changes: readonly Change[], queries: readonly Query[], isShown = false): Stale[] {
  if (changes.length === 0) return [];
  const all: CachedQuery[] = [];
  const viewed: (readonly [Query, readonly CachedQuery[]])[] = [];
  for (const query of queries) {
    const views = viewsOf(query, isShown);
    all.push(...views);
    viewed.push([query, views]);
  }
  const known = new KnownTypes(all, changes);
  const targets = new Map<Change, ReadonlySet<string> | undefined>();
  for (const change of changes) targets.set(change, targetsOf(change, known));
  const stale: Stale[] = [];
  for (const [query, views] of viewed) {
    const because = firstReason(targets, views, known);
    if (because) stale.push([query, ...because]);
  }
  return stale;
}

function firstReason(
  targets: ReadonlyMap<Change, ReadonlySet<string> | undefined>,
  views: readonly CachedQuery[],
  known: KnownTypes,
): readonly [reason: string, Change] | undefined {
  for (const [change, types] of targets) {
    for (const shown of views) {
      const what = whyStale(change, shown, types, known) ?? whyUnsure(change, shown, known);
      if (what) return [`${change.summary}, and this query ${what}`, change];
    }
  }
  return undefined;
}

/**
 * A query as it is shown, and with the server's data under what is shown. That may be taken back; and if the server's data arrived
 * meanwhile, nobody knows which of both is newer.
 */
function viewsOf(query: Query, isShown: boolean): readonly CachedQuery[] {
  const under = isShown ? readMeanwhile.get(query) : bases.get(query.state.data as object);
  return [new CachedQuery(query), ...(under ? [new CachedQuery(query, under)] : [])];
}

/**
 * The reason why the change affects the query, in words. Undefined if it does not.
 *
 * @param targets The types that the change's relationships lead to. Undefined if one is unknown.
 */
function whyStale(
  change: Change,
  shown: CachedQuery,
  targets: ReadonlySet<string> | undefined,
  known: KnownTypes,
): string | undefined {
  const { verb, type, id, isOfAny, names, relinksAny = false, links, exact } = change;
  const affected = change.affects.find((each) => shown.shows(each) || dependsOn(shown, each, known));
  if (affected) return isOfAny ? `may show ${affected}` : `may show ${affected}, which it affects`;

  const isTarget = (type: string) => !targets || targets.has(type);
  const relinks = relinksAny || names.length > 0;
  if (shown.mayRead(change.isOfMany ? "" : type) || (shown.kind === "query" && relinks && isTarget(shown.type)))
    return "may read what it changed";
  if (change.isOfMany) return undefined;
  const isOwn = shown.id !== undefined && (id === undefined || shown.id === id) && shown.type === type;
  if (!shown.documents) {
    // A failed query has no data that the write could change, but a response on its way may be older than the write.
    const mayArrive = shown.busy && (relinks || verb === "deleted" || shown.state.include);
    return mayArrive || isOwn || (shown.kind !== "get" && shown.isAbout(type)) || dependsOn(shown, type, known)
      ? "has no response yet"
      : undefined;
  }

  // Reads of the resource itself.
  if (isOwn && shown.name && (verb === "deleted" || verb === "called" || relinksAny || names.includes(shown.name))) {
    return `reads its ${shown.name}`;
  }
  const { primary, resources } = shown;
  const holders = shown.holdersOf(type, id);
  for (const [resource, document] of holders) if (isChanged(change, resource, document, shown)) return "holds it";

  // Resources that are linked to it.
  const isIt = (each: ResourceIdentifier) => each.type === type && (isOfAny || each.id === id);
  if (verb === "deleted" && primary.some(isIt)) return "refers to it";
  const mayLink = (
    other: { readonly type: string; readonly id?: string | undefined },
    linked: readonly ResourceIdentifier[],
  ) => relinks && isTarget(other.type) && (!links || links.has(other.id ?? "") || (!exact && linked.some(isIt)));
  // A resource may have only one parent: then it was taken from another.
  const mayLose = (parent: string, name: string, linked: readonly ResourceIdentifier[]) =>
    parent === type &&
    names.includes(name) &&
    linked.some((each) => !links || links.has(each.id)) &&
    !known.isShared(type, name);
  for (const holder of resources) {
    for (const [name, { data }] of Object.entries(holder.relationships ?? {})) {
      const linked = listOf(data);
      if (verb === "deleted" && linked.some(isIt)) return "refers to it";
      const mayBeOfType = linked.length === 0 ? data !== undefined : linked.some((each) => each.type === type);
      if ((mayBeOfType && mayLink(holder, linked)) || (Array.isArray(data) && mayLose(holder.type, name, linked)))
        return `shows the links of ${holder.type} ${holder.id}`;
    }
  }
  if (shown.name && shown.isList && mayLose(shown.type, shown.name, primary))
    return `reads the ${shown.name} of ${shown.type} ${shown.id}`;

  // Lists that are filtered or sorted by its attributes, and includes with a query, which may take it from another resource.
  for (const question of questionsOf(shown, known)) {
    const isTaken = relinks && targets && [...targets].some((each) => mayFind(each, question, shown));
    if (isTaken || asksOf(type, question, shown, known))
      return question.path ? `filters, sorts or limits its ${question.path}` : `is filtered or sorted by ${type}`;
  }

  // Lists that may contain it.
  if (shown.isAbout(type)) {
    if (shown.name && mayLink(shown, primary)) return `reads the ${shown.name} of ${shown.type} ${shown.id}`;
    if (!shown.isList) return undefined;
    if (verb === "created") return `lists ${type}`;
    if (verb === "deleted" ? shown.isPart : shown.isMovable) return `is filtered, sorted or paged`;
    // The server may list only some, by a condition that no key shows.
    if (verb !== "deleted" && (holders.length > 0 ? verb !== "edited" : !known.isElsewhere(change, shown)))
      return `may list only some ${type}`;
  } else if (relinks && verb !== "created" && shown.kind === "list" && isTarget(shown.type) && shown.isMovable) {
    return `may be filtered or sorted by that`;
  }
  return undefined;
}

/** A response on its way may contain the resource, even if the cached one does not. */
function whyUnsure({ type, isOfMany }: Change, shown: CachedQuery, known: KnownTypes): string | undefined {
  if (isOfMany || !shown.busy || !shown.documents) return undefined;
  const listed = shown.name && known.targetsOf(shown.type, shown.name);
  const mayHold = shown.state.include || shown.isAbout(type) || (shown.name && (!listed || listed.has(type)));
  return mayHold ? "is on its way, and may hold it" : undefined;
}

/** Whether the cached resource shows a field that changed. */
function isChanged(
  { verb, names, relinksAny, document }: Change,
  cached: ResourceObject,
  within: Document,
  shown: CachedQuery,
): boolean {
  if (verb === "re-linked" && !relinksAny)
    return showsVersion(cached, within) || names.some((name) => cached.relationships?.[name]?.data !== undefined);
  if (verb !== "edited" || shown.busy || !document) return true;
  return !isShownAlike(cached, within, document, (name) => shown.wants(cached.type, name));
}

/** Whether the cached resource shows its version, which changes with its links, too. */
function showsVersion({ type, attributes }: ResourceObject, { meta }: Document): boolean {
  const { versions }: RichMeta = meta?.[META] ?? {};
  const name = versions && Object.hasOwn(versions, type) ? versions[type] : undefined;
  return name !== undefined && attributes?.[name] !== undefined;
}

/** The types that the change's relationships lead to. Undefined if one is unknown. */
function targetsOf({ type, names, relinksAny }: Change, known: KnownTypes): ReadonlySet<string> | undefined {
  return relinksAny ? undefined : union(names.map((name) => known.targetsOf(type, name)));
}

/**
 * Whether a cached resource equals the resource in the response to its edit. Values are compared after parsing, because the JSON
 * `"1"` can be a string or a bigint: the notes of each document say which.
 *
 * @param cached The resource in the document `within`.
 * @param response The response to the edit: the same resource, with all its fields.
 * @param isWanted Whether the query wants a field: a field that the cached resource lacks has no value, or was not requested.
 */
export function isShownAlike(
  cached: ResourceObject,
  within: Document,
  response: Document,
  isWanted: (name: string) => boolean,
): boolean {
  const resource = response.data as ResourceObject; // the response to an edit contains one resource
  /** A to-many is missing if it was not included. Other fields are present if they have a value. */
  const isMissing = (name: string) => !Array.isArray(resource.relationships?.[name]?.data) && isWanted(name);
  try {
    const [old, now] = [fieldsOf(within, cached), fieldsOf(response, resource)];
    return Object.keys({ ...now, ...old }).every((name) =>
      name in old ? isEqual(old[name], now[name]) : !isMissing(name),
    );
  } catch {
    return false; // an invalid document
  }
}

/** The resource as the client returns it without includes. */
function fieldsOf({ meta }: Document, resource: ResourceObject): Readonly<Record<string, unknown>> {
  return { ...join({ data: resource, ...(meta && { meta }) }) };
}

/** What the cached documents and the responses to writes show of the types. */
class KnownTypes {
  readonly #queries: readonly CachedQuery[];
  readonly #resources: ResourceObject[] = [];

  constructor(queries: readonly CachedQuery[], changes: readonly Change[]) {
    this.#queries = queries;
    for (const { resources } of queries) for (const each of resources) this.#resources.push(each);
    for (const { resource } of changes) if (resource) this.#resources.push(resource);
  }

  /** The types that a relationship leads to. Undefined if no document shows it. */
  targetsOf(type: string, relationship: string): ReadonlySet<string> | undefined {
    const types = new Set<string>();
    for (const each of this.#resources) {
      if (each.type === type) for (const linked of linkedTo(each, relationship)) types.add(linked.type);
    }
    for (const shown of this.#queries) {
      if (shown.type === type && shown.name === relationship) for (const each of shown.primary) types.add(each.type);
      for (const { meta } of shown.documents ?? []) {
        const { targets }: RichMeta = meta?.[META] ?? {};
        for (const each of [own(own(targets, type), relationship) ?? []].flat()) types.add(each);
      }
    }
    return types.size > 0 ? types : undefined;
  }

  /** Whether a document shows that the type has an attribute with this name. */
  isAttribute(type: string, name: string): boolean {
    return this.#resources.some((each) => each.type === type && Object.hasOwn(each.attributes ?? {}, name));
  }

  /** Whether a document shows that a relationship of two resources leads to the same resource. */
  isShared(type: string, relationship: string): boolean {
    for (const { documents = [] } of this.#queries) {
      for (const { data, included } of documents) {
        const linked = new Set<string>();
        for (const holder of [...listOf(data), ...listOf(included)]) {
          if (holder.type !== type) continue;
          for (const each of linkedTo(holder, relationship)) {
            const name = `${each.type} ${each.id}`;
            if (linked.has(name)) return true;
            linked.add(name);
          }
        }
      }
    }
    return false;
  }

  /** Whether documents show that a resource is not among the resources that a query reads through a relationship. */
  isElsewhere({ type, id }: Pick<Change, "type" | "id">, holder: CachedQuery): boolean {
    const lists = this.#queries.filter(
      (each) => each.kind === "related" && each.type === holder.type && each.name === holder.name,
    );
    // The relationships by which all listed resources lead back.
    const inverses = Object.keys(lists.find((each) => each.primary[0])?.primary[0]?.relationships ?? {}).filter(
      (name) => lists.every((list) => list.primary.every((each) => refersTo(each, name, list))),
    );
    // A list that the query of an include cut says nothing of what it lacks.
    const isCut = (each: ResourceObject) =>
      this.#queries.some((query) => query.cuts(each, inverses) && query.resources.includes(each));
    const copies = this.#resources.filter((each) => each.type === type && each.id === id && !isCut(each));
    return (
      inverses.length > 0 &&
      inverses.every(
        (name) =>
          copies.some((each) => each.relationships?.[name]?.data !== undefined) &&
          !copies.some((each) => refersTo(each, name, holder)),
      )
    );
  }
}

function refersTo(resource: ResourceObject, relationship: string, { type, id }: CachedQuery): boolean {
  return linkedTo(resource, relationship).some((each) => each.type === type && each.id === id);
}

function linkedTo({ relationships }: ResourceObject, name: string): readonly ResourceIdentifier[] {
  return listOf(relationships?.[name]?.data);
}

/** What a query asks of its own list, or of the members of an include. */
interface Question extends Pick<QueryState, "filter" | "any" | "sort"> {
  /** The types that it asks of. Undefined if no document shows them. */
  readonly types: ReadonlySet<string> | undefined;
  /** Of an include. */
  readonly path?: string;
}

function questionsOf(shown: CachedQuery, known: KnownTypes): readonly Question[] {
  const { includeQueries = {}, ...asked } = shown.asked;
  const listed = shown.kind === "list" || !shown.name ? new Set([shown.type]) : known.targetsOf(shown.type, shown.name);
  const questions: Question[] = [{ ...asked, types: listed }];
  for (const path in includeQueries) {
    let types = listed;
    for (const name of segmentsOf(path)) types = types && union([...types].map((each) => known.targetsOf(each, name)));
    questions.push({ ...includeQueries[path], types, path });
  }
  return questions;
}

/** Undefined if one is unknown. */
function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  const all = new Set<string>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const each of set) all.add(each);
  }
  return all;
}

function dependsOn(shown: CachedQuery, type: string, known: KnownTypes): boolean {
  return questionsOf(shown, known).some((question) => asksOf(type, question, shown, known));
}

/** Whether the query of an include may find members of a type. */
function mayFind(type: string, { types, path }: Question, shown: CachedQuery): boolean {
  return path !== undefined && (types?.has(type) ?? shown.shows(type));
}

/**
 * Whether a filter or an order reads attributes of resources of another type, or may read them: `author__name` of articles
 * depends on users. The client has no schema, so it follows names through the relationships in cached documents. If these do
 * not show a relationship, the list may depend on every type. A name without `__` is a field of the list's own type. A query of an include
 * depends on each member, because any may be the next that it finds.
 */
function asksOf(type: string, question: Question, shown: CachedQuery, known: KnownTypes): boolean {
  const { types, filter, any = [], sort = [] } = question;
  if (mayFind(type, question, shown)) return true;
  const names = [...sort];
  for (const group of [filter, ...any]) names.push(...Object.keys(group ?? {}));
  for (const name of names) {
    const [first = "", ...rest] = name.replace(/^-/, "").replaceAll(".", "__").split("__");
    if (rest.length > 0 && (!types || [...types].some((each) => leadsTo(each, first, rest, type, known)))) return true;
  }
  return false;
}

/** Whether a path of names passes through resources of a type, or may. */
function leadsTo(start: string, first: string, rest: readonly string[], type: string, known: KnownTypes): boolean {
  const [next, ...others] = rest;
  // What follows the name of an attribute is an operator, as in `title__contains`.
  if (next === undefined || known.isAttribute(start, first)) return false;
  const targets = known.targetsOf(start, first);
  if (!targets || targets.has(type)) return true;
  return [...targets].some((each) => leadsTo(each, next, others, type, known));
}
