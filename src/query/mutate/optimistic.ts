import type { MutationFunctionContext, MutationObserverOptions } from "@tanstack/query-core";
import { variablesOf } from "./mutate-call.js";
import type { Variables } from "./send.js";
import type { End, PendingMutation, showChange } from "./show-change.js";

type OnMutate = MutationObserverOptions<unknown, unknown, Variables>["onMutate"];

/** Ends what each run of a mutation shows. It is not in the options, because a component may replace these during the run. */
const ends = new WeakMap<MutationFunctionContext, End>();

let loaded: typeof showChange | undefined;

/** What ends the change that a run of a mutation shows. Undefined if it shows none. */
export function endOf(context: MutationFunctionContext): End | undefined {
  return ends.get(context);
}

/** The hook that shows a mutation's change, and then calls the user's hook. */
export function showFirst(showing: PendingMutation, onMutate: OnMutate): OnMutate {
  // Loaded early: a component makes these options when it renders, and uses them when the user clicks.
  const loading = loaded
    ? undefined
    : import("./show-change.js").then(
        (module) => {
          loaded = module.showChange;
        },
        () => {},
      ); // without it, the change is shown when the response arrives
  return (variables, context) => {
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
  };
}
