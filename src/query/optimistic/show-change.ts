import type { MutationFunctionContext } from "@tanstack/query-core";
import { withoutTrees } from "../../client/read/fetched-row.js";
import type { ClientOptions } from "../../client/request/options.js";
import { requireJson } from "../../client/errors/require-json.js";
import { loadSuperjson, loadedSuperjson } from "../../client/read/superjson.js";
import { isThrown, messageIn } from "../../client/errors/thrown.js";
import { unexpected } from "../../client/errors/unexpected.js";
import type { MemberNotes } from "../../wire/notes/note.js";
import { noteOf } from "../../wire/notes/note-of.js";
import { SuperjsonNeeded } from "../../wire/notes/superjson.js";
import { richJson } from "../../wire/notes/to-json.js";
import { mapMembers } from "../../wire/notes/members.js";
import { type Cached, cachedIn } from "../read/cached.js";
import { Overlay } from "./overlay-reads.js";
import { deletedPatch, fieldsPatch, type NotedFields, relatedPatch } from "./apply.js";
import type { LinkageChange } from "./update-linkage.js";
import { checkCaller } from "../mutate/begun.js";
import { scopeOf } from "../invalidate/scope.js";
import type { Variables } from "../mutate/send.js";

/** What a mutation is going to do, and how it is shown until then. */
export interface Showing {
  readonly api: string;
  readonly options: ClientOptions;
  readonly type: string;
  readonly kind: string;
  /** The relationship or the action, for a kind that has one. */
  readonly target: string;
  /** True, or what makes fields of the variables. */
  readonly optimistic: unknown;
}

/** Ends what is shown: the change stays, or is taken back. It never throws. */
export type End = (isDone: boolean) => void;

/**
 * Shows a mutation's change in every cached query that holds its resource. The result is a promise only where superjson must
 * be loaded first.
 *
 * @throws {Unexpected} `not_sent`, before anything is shown, if the change cannot be worked out: the user's function throws,
 *   JSON cannot carry a value, or the caller has changed.
 */
export function show(showing: Showing, variables: Variables, context: MutationFunctionContext): End | Promise<End> {
  try {
    checkCaller(context); // loading this and superjson takes time
    const { client } = context;
    const scope = scopeOf(showing.options);
    const { api } = showing;
    return Overlay.of(client).add({ api, scope, patch: patchOf(showing, variables, cachedIn(client, api, scope)) });
  } catch (cause) {
    if (isThrown(cause, SuperjsonNeeded) && !loadedSuperjson) {
      return loadSuperjson().then(
        () => show(showing, variables, context),
        (failure) => refuse(showing, failure),
      );
    }
    return refuse(showing, cause);
  }
}

function refuse({ type, kind, target }: Showing, cause: unknown): never {
  const what = [type, kind, ...(target ? [target] : [])].join(" ");
  const message = `The mutation "${what}" was not sent, because it cannot be shown: ${messageIn(cause)}`;
  throw unexpected("not_sent", message, { cause });
}

function patchOf({ type, kind, target, optimistic }: Showing, variables: Variables, cached: Cached) {
  if (kind === "delete") return deletedPatch(type, `${variables}`);
  const { id, ...rest } = variables;
  if (typeof optimistic === "function") return fieldsPatch(type, `${id}`, asJson(optimistic(variables)), cached);
  if (kind === "update") return fieldsPatch(type, `${id}`, asJson(rest), cached);
  const { related } = asJson({ related: variables.related }).fields;
  return relatedPatch(type, `${id}`, target, kind as LinkageChange, related, cached);
}

/** Fields as they will come from the server: a date as its text, and a note of it. Here, before anything is shown, because it may throw. */
function asJson(fields: object): NotedFields {
  const plain = mapMembers(fields, withoutTrees);
  requireJson(plain, loadedSuperjson);
  const notes = noteOf(plain, loadedSuperjson); // throws where superjson must be loaded
  return { fields: JSON.parse(richJson(plain, loadedSuperjson)), notes: notes as MemberNotes | undefined }; // of an object
}
