import type { Query } from "@tanstack/query-core";
import type { Document, ResourceObject } from "../../client/send/document.js";
import type { ResourceIdentifier } from "../../client/send/input.js";
import type { SentWrite } from "../../client/send/transport.js";
import { META, type RichMeta } from "../../wire/notes/note.js";
import { type Change, changesIn } from "../cache/change.js";
import { dependsOn, type KnownTypes, knownTypes, listOf } from "./depends.js";
import { isShownAlike } from "../cache/same-resource.js";
import { CachedQuery } from "../cache/cached-query.js";
import { bases, readMeanwhile } from "../cache/server-data.js";

/** A query that is stale, the reason, and the change that made it so. */
export type Stale = readonly [query: Query, reason: string, change?: Change];

/**
 * The queries that a write of this client may have changed.
 *
 * @param isShown Whether the queries show the write since it began, and go on showing it.
 */
export function affectedBy(write: SentWrite, queries: readonly Query[], isShown: boolean): Stale[] {
  return staleAfter(changesIn(write), queries, isShown);
}

/**
 * The queries that changes may have made stale, each with the reason. A query is left out if its key or its documents rule out a
 * change, and included if that is unknown.
 */
export function staleAfter(changes: readonly Change[], queries: readonly Query[], isShown = false): Stale[] {
  if (changes.length === 0) return [];
  const all = queries.map((query) => [query, viewsOf(query, isShown)] as const);
  const known = knownTypes(
    all.flatMap(([, views]) => views),
    changes.flatMap(({ resource }) => resource ?? []),
  );
  const rules = changes.map((change): ((shown: CachedQuery) => readonly [string, Change] | undefined) => {
    const targets = targetsOf(change, known);
    const isTarget = (type: string) => !targets || targets.has(type);
    return (shown: CachedQuery) => {
      const what = whyStale(change, shown, isTarget, known) ?? whyUnsure(change, shown, known);
      return what ? [`${change.summary}, and this query ${what}`, change] : undefined;
    };
  });
  return all.flatMap(([query, views]): Stale[] => {
    for (const why of rules) {
      const reason = views.map(why).find(Boolean);
      if (reason) return [[query, ...reason]];
    }
    return [];
  });
}

/**
 * A query as it is shown, and with the server's data under what is shown. That may be taken back; and if the server's data arrived
 * meanwhile, nobody knows which of both is newer.
 */
function viewsOf(query: Query, isShown: boolean): readonly CachedQuery[] {
  const under = isShown ? readMeanwhile.get(query) : bases.get(query.state.data as object);
  return [new CachedQuery(query), ...(under ? [new CachedQuery(query, under)] : [])];
}

/** The reason why the change affects the query, in words. Undefined if it does not. */
function whyStale(
  change: Change,
  shown: CachedQuery,
  isTarget: (type: string) => boolean,
  known: KnownTypes,
): string | undefined {
  const { verb, type, id, isOfAny, names, relinksAny = false, links, exact } = change;
  const affected = change.affects.find((each) => shown.shows(each) || dependsOn(shown, each, known));
  if (affected) return isOfAny ? `may show ${affected}` : `may show ${affected}, which it affects`;

  const relinks = relinksAny || names.length > 0;
  if (shown.mayRead(change.isOfMany ? "" : type) || (shown.kind === "query" && relinks && isTarget(shown.type)))
    return "may read what it changed";
  if (change.isOfMany) return undefined;
  const isOwn = shown.id !== undefined && (isOfAny || shown.id === id) && shown.type === type;
  if (!shown.documents) {
    // A failed query has no data that the write could change, but a response on its way may be older than the write.
    const isOpen = shown.busy && (relinks || verb === "deleted" || shown.state.include);
    return isOpen || isOwn || (shown.kind !== "get" && shown.isAbout(type)) || dependsOn(shown, type, known)
      ? "has no response yet"
      : undefined;
  }

  // Reads of the resource itself.
  if (isOwn && shown.name && (verb === "deleted" || verb === "called" || relinksAny || names.includes(shown.name))) {
    return `reads its ${shown.name}`;
  }
  const { primary, resources } = shown;
  const holders = shown.holdersOf(type, id);
  if (holders.some(([resource, document]) => isChanged(change, resource, document, shown))) return "holds it";

  // Resources that are linked to it.
  const linkages = resources.flatMap((holder) =>
    Object.entries(holder.relationships ?? {}).map(([name, { data }]) => ({ holder, name, data })),
  );
  const isIt = (each: ResourceIdentifier) => each.type === type && (isOfAny || each.id === id);
  if (verb === "deleted" && (primary.some(isIt) || linkages.some(({ data }) => listOf(data).some(isIt)))) {
    return "refers to it";
  }
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
  for (const { holder, name, data } of linkages) {
    const linked = listOf(data);
    const mayBeOfType = linked.length === 0 ? data !== undefined : linked.some((each) => each.type === type);
    if ((mayBeOfType && mayLink(holder, linked)) || (Array.isArray(data) && mayLose(holder.type, name, linked)))
      return `shows the links of ${holder.type} ${holder.id}`;
  }
  if (shown.name && shown.isList && mayLose(shown.type, shown.name, primary))
    return `reads the ${shown.name} of ${shown.type} ${shown.id}`;

  // Lists that are filtered or sorted by its attributes.
  if (dependsOn(shown, type, known)) return `is filtered or sorted by ${type}`;

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
  if (relinksAny) return undefined;
  const targets = new Set<string>();
  for (const name of names) {
    const seen = known.targetsOf(type, name);
    if (!seen) return undefined;
    for (const each of seen) targets.add(each);
  }
  return targets;
}
