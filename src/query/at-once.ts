import type { MutationFunctionContext, MutationObserverOptions } from "@tanstack/query-core";
import type { Variables } from "./send.js";
import type { Showing, show } from "./show.js";

type Hooks = Pick<MutationObserverOptions<unknown, unknown, Variables>, "onMutate" | "onSuccess" | "onError">;

/** What ends each run of a mutation. Not kept with its options: while it runs, a component may give it others. */
const ends = new WeakMap<MutationFunctionContext, ReturnType<typeof show>>();

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
  return {
    onMutate: (variables, context) => {
      const begin = () => {
        if (loaded) ends.set(context, loaded(showing, variables, context.client));
        return onMutate?.(variables, context);
      };
      return loaded ? begin() : loading?.then(begin);
    },
    onSuccess: (data, variables, result, context) => {
      ends.get(context)?.(true);
      return onSuccess?.(data, variables, result, context);
    },
    onError: (error, variables, result, context) => {
      ends.get(context)?.(false);
      return onError?.(error, variables, result, context);
    },
  };
}
