import type { MutationFunctionContext } from "@tanstack/query-core";
import type { ClientOptions } from "../../client/send/options.js";
import { idOf } from "../../client/send/input.js";
import { loadSuperjson, loadedSuperjson } from "../../client/send/superjson.js";
import { isThrown, messageIn, unexpected } from "../../client/errors/response-error.js";
import { SuperjsonNeeded } from "../../wire/notes/superjson.js";
import { type Cached, cachedIn } from "../cache/cached.js";
import { Overlay } from "../optimistic/overlay-reads.js";
import { deletedPatch, fieldsPatch, relatedPatch } from "../optimistic/apply.js";
import { asJson } from "../optimistic/as-json.js";
import { batchPatch } from "../optimistic/batch-patch.js";
import type { LinkageChange } from "../optimistic/update-linkage.js";
import { type Plan, plannedBatch } from "./planned-batch.js";
import { callOf, type End, type Variables } from "./mutate-call.js";
import { scopeOf } from "../cache/scope.js";

/** A mutation that was not sent yet, with its option `optimistic`. */
export interface PendingMutation {
  readonly api: string;
  readonly options: ClientOptions;
  readonly type: string;
  readonly kind: string;
  /** The relationship or the action, for a kind that has one. */
  readonly target: string;
  /** The callback of a batch. */
  readonly plan?: Plan;
  /** True, or a function from the variables to fields. */
  readonly optimistic: unknown;
}

/**
 * Shows a mutation's change in every cached query that contains its resource. Returns a promise only if superjson must be loaded
 * first.
 *
 * @throws {Unexpected} `not_sent`, before anything is shown, if the change cannot be computed: the user's function throws,
 *   JSON cannot represent a value, or the caller has changed.
 */
export function showChange(
  showing: PendingMutation,
  variables: Variables,
  context: MutationFunctionContext,
): End | Promise<End> {
  try {
    callOf(context)?.check(); // loading this and superjson takes time
    const { client } = context;
    const scope = scopeOf(showing.options);
    const { api } = showing;
    return Overlay.of(client).add({
      api,
      scope,
      patch: patchOf(showing, variables, cachedIn(client, api, scope), context),
    });
  } catch (cause) {
    if (isThrown(cause, SuperjsonNeeded) && !loadedSuperjson) {
      return loadSuperjson().then(
        () => showChange(showing, variables, context),
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
  { type, kind, target, plan, optimistic }: PendingMutation,
  variables: Variables,
  cached: Cached,
  context: MutationFunctionContext,
) {
  if (plan) return batchPatch(plannedBatch(context, plan, variables), cached);
  if (kind === "delete") return deletedPatch(type, `${idOf(variables)}`);
  const { id: item, ...rest } = variables;
  const id = idOf(item);
  if (typeof optimistic === "function") return fieldsPatch(type, `${id}`, asJson(optimistic(variables)), cached);
  if (kind === "update") return fieldsPatch(type, `${id}`, asJson(rest), cached);
  const { related } = asJson({ related: variables.related }).fields;
  return relatedPatch(type, `${id}`, target, kind as LinkageChange, related, cached);
}
