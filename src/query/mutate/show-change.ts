import type { Later } from "../../client/actions.js";
import type { MutationFunctionContext, QueryClient } from "@tanstack/query-core";
import type { ClientOptions } from "../../client/send/options.js";
import { idOf } from "../../client/send/input.js";
import { loadSuperjson, loadedSuperjson } from "../../client/send/superjson.js";
import { isThrown, messageIn, unexpected } from "../../client/errors/response-error.js";
import { type Cached, cachedIn } from "../cache/cached-query.js";
import { Overlay, joinedPatch, type Patch } from "../optimistic/overlay-reads.js";
import { deletedPatch, fieldsPatch, relatedPatch, type LinkageChange } from "../optimistic/apply.js";
import { type Plan, plannedBatch } from "./tries.js";
import { calls, type End, type Variables } from "./mutate-call.js";
import { scopeOf, type Scope } from "../cache/scope.js";
import { type PlannedBatch, PlannedCall } from "../../client/atomic/plan.js";
import { mapMembers } from "../../wire/notes/members.js";
import type { Document, ResourceObject } from "../../client/send/document.js";
import { META, own, type RichMeta } from "../../wire/notes/note.js";

/** A mutation that was not sent yet, with its option `optimistic`. */
export interface PendingMutation {
  readonly api: string;
  readonly options: ClientOptions;
  readonly type: string;
  readonly kind: string;
  /** The relationship or the action, for a kind that has one. */
  readonly target: string;
  readonly plan?: Plan;
  /** True, or a function from the variables to fields. */
  readonly optimistic: unknown;
}

/**
 * Shows a mutation's change in every cached query that contains its resource. Returns a promise only if superjson must be loaded
 * first.
 *
 * @param client What the client loads later.
 * @throws {Unexpected} `not_sent`, before anything is shown, if the change cannot be computed: the user's function throws,
 *   JSON cannot represent a value, or the caller has changed.
 */
export function showChange(
  client: Later,
  showing: PendingMutation,
  variables: Variables,
  context: MutationFunctionContext,
): End | Promise<End> {
  try {
    calls.get(context)?.check(); // loading this and superjson takes time
    const queryClient = context.client;
    const scope = scopeOf(showing.options);
    const { api } = showing;
    const patch = patchOf(client, showing, variables, cachedIn(queryClient, api, scope), context);
    return Overlay.of(queryClient).add({ api, scope, patch });
  } catch (cause) {
    if (isThrown(cause, client.SuperjsonNeeded) && !loadedSuperjson) {
      return loadSuperjson().then(
        () => showChange(client, showing, variables, context),
        (failure) => throwNotSent(showing, failure),
      );
    }
    return throwNotSent(showing, cause);
  }
}

function throwNotSent({ type, kind, target }: PendingMutation, cause: unknown): never {
  const what = [type, kind, target].filter(Boolean).join(" ");
  const message = `The mutation "${what}" was not sent, because it cannot be shown: ${messageIn(cause)}`;
  throw unexpected("not_sent", message, { cause });
}

function patchOf(
  client: Later,
  { type, kind, target, plan, optimistic }: PendingMutation,
  variables: Variables,
  cached: Cached,
  context: MutationFunctionContext,
) {
  if (plan) return batchPatch(client, plannedBatch(context, plan, variables), cached);
  if (kind === "delete") return deletedPatch(type, `${idOf(variables)}`);
  const { id: item, ...rest } = variables;
  const id = idOf(item);
  if (typeof optimistic === "function")
    return fieldsPatch(type, `${id}`, client.notedJson(optimistic(variables)), cached);
  if (kind === "update") return fieldsPatch(type, `${id}`, client.notedJson(rest), cached);
  const { related } = client.notedJson({ related: variables.related }).fields;
  return relatedPatch(type, `${id}`, target, kind as LinkageChange, related, cached); // the only kinds that are left
}

/** Shows the operations of a batch, one after the other. What it creates has no id yet, so neither that nor a link to it is shown. */
function batchPatch(client: Later, { steps }: PlannedBatch, cached: Cached): Patch {
  const operations = new client.Operations(steps, {});
  const patches = steps.flatMap((step): Patch[] => {
    const { type, method, args } = step;
    const reference = operations.reference(step);
    if (method === "create" || !("id" in reference)) return [];
    const { id } = reference;
    const [, given, related] = args;
    if (method === "delete") return [deletedPatch(type, id)];
    if (method === "update") return [fieldsPatch(type, id, client.notedJson(withIds(given as object)), cached)]; // `reference` is of a valid step
    const { related: linked } = client.notedJson(withIds({ related })).fields;
    return linked === undefined ? [] : [relatedPatch(type, id, `${given}`, method as LinkageChange, linked, cached)]; // the only methods that are left
  });
  /** The members whose resources have ids. */
  function withIds(fields: object): object {
    const ids = mapMembers(fields, (value) => {
      if (Array.isArray(value)) return value.flatMap((each) => referenceOf(each) ?? []);
      return referenceOf(value);
    });
    return Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined));
  }
  function referenceOf(value: unknown): unknown {
    if (!(value instanceof PlannedCall)) return value;
    const reference = operations.reference(value);
    return "id" in reference ? reference : undefined;
  }
  return joinedPatch(patches);
}

/** Shows the rows that a command returned in every cached query of the same user that contains them, until it is refetched. */
export function showRows(queryClient: QueryClient, api: string, scope: Scope, document: Document): void {
  const rows = [document.data ?? [], document.included ?? []].flat() as ResourceObject[]; // data is a resource or a list
  const inCache = cachedIn(queryClient, api, scope);
  const cached: Cached = {
    ...inCache,
    find: (wanted) => rows.find(({ type, id }) => type === wanted.type && id === wanted.id) ?? inCache.find(wanted),
  };
  const { values }: RichMeta = document.meta?.[META] ?? {};
  const patches = rows.map(({ type, id, attributes, relationships = {} }) => {
    const linked = Object.entries(relationships).filter(([, { data }]) => data !== undefined);
    const fields = {
      ...attributes,
      ...mapMembers(Object.fromEntries(linked), (member) => (member as { readonly data?: unknown }).data),
    };
    return fieldsPatch(type, id, { fields, notes: own(own(values, type), id) }, cached);
  });
  Overlay.of(queryClient).add({ api, scope, patch: joinedPatch(patches) })(true);
}
