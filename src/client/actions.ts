import type { ActionKind } from "../define/types/operation-info.js";
import { isObject } from "../wire/notes/members.js";
import { withLoaded, withSafe } from "./send/call.js";
import { lazyMembers, withAddress } from "./send/members.js";
import { Lazy } from "./read/lazy.js";
import { sourceOf } from "./read/source.js";
import type { ReadState } from "./read/lazy.js";
import type { Transport } from "./send/transport.js";
import { copied } from "./send/input.js";
import type { ActionCall, ActionCallOptions } from "./action/send-action.js";

/** Loads what the client does not need for reads: writes, actions, batches, and tries after a failure. */
export const later = () => import("./later.js");

export type Later = typeof import("./later.js");

/** What a function of the client calls, for `trestle/query`. */
export interface ActionAddress {
  readonly transport: Transport;
  /** Undefined for an action of the API itself. */
  readonly type: string | undefined;
  readonly name: string;
}

/** A function of the client that calls an action: see types/action.ts. */
type ActionFunction = ((...args: unknown[]) => unknown) & { readonly "~": ActionAddress };

/** The actions of one kind, of a type or of the API itself. */
export function actions(transport: Transport, type: string | undefined, kind: ActionKind) {
  return lazyMembers<ActionFunction>((name) => {
    const call = (...args: unknown[]) => {
      // `(id, input, options)` for one resource, otherwise `(input, options)`. An id is never an object.
      const isItem = type && args[0] !== undefined && !isObject(args[0]);
      const segments = [...(type ? [type] : []), ...(isItem ? [args.shift()] : []), name];
      const [input, options] = args as [unknown, ActionCallOptions?]; // the types say so
      return KINDS[kind](transport, { type, segments, input, options });
    };
    return withAddress(call, { transport, type, name });
  });
}

export function isActionKind(name: string): name is ActionKind {
  return Object.hasOwn(KINDS, name);
}

/** Without pages, a list is a plain array. One function, because `trestle/query` keeps a result for each. */
const asItIs = (result: unknown) => result;

const KINDS = {
  command: (transport: Transport, call: ActionCall) =>
    withSafe(
      withLoaded(
        later,
        ({ sendCommand }, call) => sendCommand(transport, call),
        () => copied(call),
      ),
    ),

  query: (transport: Transport, { segments, input, options }: ActionCall) =>
    // The types say that the input is an object.
    new Lazy(copied({ ...options, extra: input as ReadState["extra"] }), (state) => ({
      ...sourceOf(transport, segments, state, undefined, asItIs),
      isAction: true,
      load: (call) =>
        withLoaded(
          later,
          ({ loadQuery }, call) => loadQuery(transport, segments, call),
          () => copied({ ...state, ...call }),
        ),
    })),

  stream,
};

/** A stream of the API, or of live notices. */
export function stream(transport: Transport, given: ActionCall) {
  const call = copied(given);
  const events = {
    lastId: call.options?.after,
    [Symbol.asyncIterator]() {
      const loop = withLoaded(
        () => Promise.all([import("./live/live.js"), later()]),
        ([{ openStream }], call) => openStream(transport, call, events),
        () => copied(call),
      );
      return { next: async () => (await loop).next(), return: async () => (await loop).return() };
    },
  };
  return events;
}
