import type { MutationFunctionContext, MutationObserverOptions } from "@tanstack/query-core";
import { variablesOf } from "./mutate-call.js";
import type { Variables } from "./send.js";
import type { End, PendingMutation, showChange } from "./show-change.js";

type Hooks = Pick<MutationObserverOptions<unknown, unknown, Variables>, "onMutate" | "onSuccess" | "onError">;

/** Ends what each run of a mutation shows. It is not in the options, because a component may replace these during the run. */
const ends = new WeakMap<MutationFunctionContext, End>();

let loaded: typeof showChange | undefined;

/** The hooks that show a mutation's change while it runs. Each then calls the user's hook. */
export function optimisticHooks(showing: PendingMutation, { onMutate, onSuccess, onError }: Hooks): Hooks {
  // Loaded early: a component makes these options when it renders, and uses them when the user clicks.
  const loading = loaded
    ? undefined
    : import("./show-change.js").then(
        (module) => {
          loaded = module.showChange;
        },
        () => {},
      ); // without it, the change is shown when the response arrives
  /** Runs once: if the user's onSuccess throws, TanStack Query calls onError too. */
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
        const shown = loaded(showing, variablesOf(context, variables), context);
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
