import type { MutationFunctionContext, MutationObserverOptions } from "@tanstack/query-core";
import { cachedIn } from "./cached.js";
import { Overlay, type Patch } from "./overlay.js";
import { deletedPatch, fieldsPatch, relatedPatch } from "./patch.js";
import type { LinkageChange } from "./relink.js";
import type { Variables } from "./send.js";

type Settings = MutationObserverOptions<unknown, unknown, Variables>;

/** What a mutation is about. */
export interface Target {
  readonly api: string;
  readonly type: string;
  readonly kind: string;
  /** The relationship, for a kind that changes one. */
  readonly name: string;
}

/** What ends each run of a mutation. Not kept with its options: while it runs, a component may give it others. */
const ends = new WeakMap<MutationFunctionContext, (isDone: boolean) => void>();

/** Makes a mutation show its change from its beginning to its end. What the user hooks in runs after that. */
export function shownAtOnce(target: Target, optimistic: unknown, settings: Settings): Settings {
  return {
    ...settings,
    onMutate: (variables, context) => {
      const patch = patchOf(target, optimistic, variables, context);
      ends.set(context, Overlay.of(context.client).add(target.api, patch));
      return settings.onMutate?.(variables, context);
    },
    onSuccess: (data, variables, result, context) => {
      ends.get(context)?.(true);
      return settings.onSuccess?.(data, variables, result, context);
    },
    onError: (error, variables, result, context) => {
      ends.get(context)?.(false);
      return settings.onError?.(error, variables, result, context);
    },
  };
}

function patchOf(target: Target, optimistic: unknown, variables: Variables, context: MutationFunctionContext): Patch {
  const { api, type, kind, name } = target;
  if (kind === "delete") return deletedPatch(type, `${variables}`);
  const { id, ...rest } = variables;
  const cached = cachedIn(context.client, api);
  if (name) return relatedPatch(type, `${id}`, name, kind as LinkageChange, variables.related, cached);
  const fields = typeof optimistic === "function" ? optimistic(variables) : rest;
  return fieldsPatch(type, `${id}`, fields, cached);
}
