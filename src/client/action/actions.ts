import type { ActionKind } from "../../define/types/action-kind.js";
import { isObject } from "../../wire/notes/members.js";
import { withSafe } from "../errors/safe.js";
import { messageIn } from "../errors/thrown.js";
import { unexpected } from "../errors/unexpected.js";
import { lazyMembers } from "../lazy-members.js";
import { Lazy } from "../read/lazy.js";
import { sourceOf } from "../read/page-source.js";
import type { ReadState } from "../read/read-source.js";
import type { Transport } from "../request/transport.js";
import { copied } from "../write/copied.js";
import type { ActionCall, ActionCallOptions } from "./action-call.js";

/** What a function of the client calls, for `trestle/query`. */
export interface ActionAddress {
  readonly transport: Transport;
  /** Undefined for an action of the API itself. */
  readonly type: string | undefined;
  readonly name: string;
}

/** A function of the client that calls an action: see types/action.ts. */
// biome-ignore lint/suspicious/noExplicitAny: at run time the client knows no types
type ActionFunction = ((...args: any[]) => any) & { readonly "~": ActionAddress };

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
    return Object.assign(call, { "~": { transport, type, name } });
  });
}

export function isActionKind(name: string): name is ActionKind {
  return Object.hasOwn(KINDS, name);
}

/** Without pages, a list is a plain array. One function, because `trestle/query` keeps a result for each. */
const asItIs = (result: unknown) => result;

const KINDS = {
  command: (transport: Transport, call: ActionCall) =>
    withSafe(withRuntime(call, (runtime, own) => runtime.sendCommand(transport, own))),

  query: (transport: Transport, { segments, input, options }: ActionCall) =>
    new Lazy(copied({ ...options, extra: input as ReadState["extra"] }), (state) => ({
      ...sourceOf(transport, segments, state, undefined, asItIs),
      isAction: true,
      load: (call) => withRuntime({ ...state, ...call }, (runtime, own) => runtime.loadQuery(transport, segments, own)),
    })),

  stream: (transport: Transport, given: ActionCall) => {
    const call = copied(given);
    const stream = {
      lastId: call.options?.after,
      [Symbol.asyncIterator]() {
        const loop = withRuntime(call, (runtime) => runtime.openStream(transport, call, stream));
        return { next: async () => (await loop).next(), return: async () => (await loop).return() };
      },
    };
    return stream;
  },
};

type Runtime = typeof import("./runtime.js");

/** Loads the code behind the functions, at the first call of an action. What is given to it is copied before. */
async function withRuntime<TGiven, T>(
  given: TGiven,
  use: (runtime: Runtime, own: TGiven) => T | Promise<T>,
): Promise<T> {
  let own: TGiven;
  let runtime: Runtime;
  try {
    own = copied(given);
    runtime = await import("./runtime.js");
  } catch (cause) {
    throw unexpected("not_sent", `The action was not called: ${messageIn(cause)}`, { cause });
  }
  return use(runtime, own);
}
