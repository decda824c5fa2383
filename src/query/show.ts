import type { QueryClient } from "@tanstack/query-core";
import { cachedIn } from "./cached.js";
import { Overlay } from "./overlay.js";
import { deletedPatch, fieldsPatch, relatedPatch } from "./patch.js";
import type { LinkageChange } from "./relink.js";
import type { Variables } from "./send.js";

/** What a mutation is going to do, and how it is shown until then. */
export interface Showing {
  readonly api: string;
  readonly type: string;
  readonly kind: string;
  /** The relationship or the action, for a kind that has one. */
  readonly target: string;
  /** True, or what makes fields of the variables. */
  readonly optimistic: unknown;
}

/**
 * Shows a mutation's change in every cached query that holds its resource.
 *
 * @returns Ends it: the change stays, or is taken back.
 */
export function show(showing: Showing, variables: Variables, client: QueryClient): (isDone: boolean) => void {
  return Overlay.of(client).add(showing.api, patchOf(showing, variables, client));
}

function patchOf({ api, type, kind, target, optimistic }: Showing, variables: Variables, client: QueryClient) {
  if (kind === "delete") return deletedPatch(type, `${variables}`);
  const { id, ...rest } = variables;
  const cached = cachedIn(client, api);
  if (typeof optimistic === "function") return fieldsPatch(type, `${id}`, optimistic(variables), cached);
  if (kind === "update") return fieldsPatch(type, `${id}`, rest, cached);
  return relatedPatch(type, `${id}`, target, kind as LinkageChange, variables.related, cached);
}
