import type { MutationFunctionContext, MutationObserverOptions } from "@tanstack/query-core";
import { begunWith } from "../mutate/begun.js";
import type { Variables } from "../mutate/send.js";
import type { End, Showing, show } from "./show.js";

type Hooks = Pick<MutationObserverOptions<unknown, unknown, Variables>, "onMutate" | "onSuccess" | "onError">;

/** What ends each run of a mutation. Not kept with its options: while it runs, a component may give it others. */
const ends = new WeakMap<MutationFunctionContext, End>();

let loaded: typeof show | undefined;

/** Makes a mutation show its change from its beginning to its end. What the user hooks in runs after that. */
export function atOnce(showing: Showing, { onMutate, onSuccess, onError }: Hooks): Hooks {
  // Loaded before it is needed: these options are made when something is rendered, and used when somebody clicks.
  const loading = loaded
    ? undefined
    : import("./show.js").then(
        (module) => {
          loaded = module.show;
        },
        () => {},
      ); // without it, the change is shown when the server has answered
  /** Once: if a hook of the user throws, a success is followed by an error. */
  const end = (context: MutationFunctionContext, isDone: boolean) => {
    ends.get(context)?.(isDone);
    ends.delete(context);
  };
  return {
    onMutate: (variables, context) => {
      const remember = (given: End) => {
        ends.set(context, given);
        return onMutate?.(variables, context);
      };
      const begin = () => {
        if (!loaded) return onMutate?.(variables, context);
        const shown = loaded(showing, begunWith(context, variables), context);
        return typeof shown === "function" ? remember(shown) : shown.then(remember);
      };
      return loaded ? begin() : loading?.then(begin);
    },
    onSuccess: (data, variables, result, context) => {
      end(context, true);
      return onSuccess?.(data, variables, result, context);
    },
    onError: (error, variables, result, context) => {
      end(context, false);
      return onError?.(error, variables, result, context);
    },
  };
}
