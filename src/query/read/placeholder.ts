import type { KeyState } from "../cache/key.js";
import { once } from "../cache/once.js";
import { isSameScope, type Scope, textOf } from "../cache/scope.js";

interface Settings {
  readonly placeholderData?: unknown;
}

type Placeholder = (data: unknown, query: { readonly queryKey: readonly unknown[] } | undefined) => unknown;

/**
 * Settings whose placeholder never shows the data of another user, as `keepPreviousData` would. The placeholder is always set,
 * even to undefined, because a default of the QueryClient cannot be checked.
 */
export function withOwnPlaceholder(settings: Settings | undefined, scope: Scope): Settings {
  const given = settings?.placeholderData;
  if (typeof given !== "function") return { ...settings, placeholderData: given };
  const placeholderData = once(
    given,
    textOf(scope),
    (): Placeholder => (data, query) => {
      const state = query?.queryKey.find((part): part is KeyState => typeof part === "object"); // of a key of ours
      return state && isSameScope(state, scope) ? given(data, query) : given(undefined, undefined);
    },
  );
  return { ...settings, placeholderData };
}
