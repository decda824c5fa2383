/**
 * TanStack Query on top of a Trestle client: reads and writes as options for any framework's Query, and queries that
 * are refetched when a write may have changed what they show.
 *
 * @module
 */

export { connectQueries } from "./connect.js";
export { infiniteQueryOptions } from "./infinite-query-options.js";
export { mutationOptions } from "./mutation-options.js";
export { queryOptions } from "./query-options.js";

export type { Document } from "../client/document.js";
export type { ConnectOptions, Refetch } from "./connect.js";
export type { InfiniteQuerySettings, PageLink, ReadInfiniteQueryOptions } from "./infinite-query-options.js";
export type { KeyState, ReadKey, ReadKind } from "./key.js";
export type {
  ChangeVariables,
  MutationSettings,
  OptimisticFields,
  RpcVariables,
  WriteMutationOptions,
  WriteVariables,
} from "./mutation-types.js";
export type { QuerySettings, ReadQueryOptions } from "./query-options.js";
export type { PageReadable, Readable } from "./readable.js";
