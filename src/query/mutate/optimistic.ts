import type { MutationObserverOptions } from "@tanstack/query-core";
import { callOf, type End, type Variables } from "./mutate-call.js";
import type { PendingMutation, showChange } from "./show-change.js";

type OnMutate = MutationObserverOptions<unknown, unknown, Variables>["onMutate"];

let loaded: typeof showChange | undefined;

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
    const call = callOf(context);
    const remember = (end: End) => {
      if (call) call.end = end;
      return onMutate?.(variables, context);
    };
    const begin = () => {
      if (!loaded) return onMutate?.(variables, context);
      const shown = loaded(showing, call?.variables ?? variables, context);
      return typeof shown === "function" ? remember(shown) : shown.then(remember);
    };
    return loaded ? begin() : loading?.then(begin);
  };
}
