import type { QueryClient } from "@tanstack/query-core";
import type { ResourceObject } from "../../client/send/document.js";
import type { ResourceIdentifier } from "../../client/send/input.js";
import { isSameScope, type Scope } from "./scope.js";
import { CachedQuery } from "./cached-query.js";

/** The queries of an API in a query client. */
export interface Cached {
  /** A resource, with all its fields. */
  readonly find: (identifier: ResourceIdentifier) => ResourceObject | undefined;
  /** The type that a relationship leads to. Undefined if no cached document shows it. */
  readonly targetOf: (type: string, relationship: string) => string | undefined;
}

/** @param scope Queries of other scopes are left out. */
export function cachedIn(client: QueryClient, api: string, scope: Scope): Cached {
  const shown = () =>
    client
      .getQueryCache()
      .findAll({ queryKey: ["trestle", api] })
      .map((query) => new CachedQuery(query))
      .filter(({ state }) => isSameScope(state, scope));
  return {
    find: ({ type, id }) =>
      shown()
        .filter(({ state }) => !state.fields)
        .flatMap(({ resources }) => resources)
        .find((each) => each.type === type && each.id === id),
    targetOf: (type, relationship) => shown().flatMap((each) => each.targetOf(type, relationship) ?? [])[0],
  };
}
