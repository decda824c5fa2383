/**
 * TanStack Query on top of a Trestle client: reads and writes as options for any framework's Query, and queries that
 * are refetched when a write may have changed what they show.
 *
 * @module
 */

export { connectQueries } from "./connect.js";
export { infiniteQueryOptions } from "./read/query-options.js";
export { atomicOptions, mutationOptions } from "./mutation-options.js";
export { queryOptions } from "./read/query-options.js";

export type { Document } from "../client/send/document.js";
export type { ConnectOptions } from "./invalidate/refetch.js";
export type { Refetch } from "./invalidate/refetch.js";
export type { InfiniteQuerySettings, PageLink, ReadInfiniteQueryOptions } from "./read/query-options.js";
export type { KeyState, ReadKey, ReadKind } from "./cache/key.js";
export type { CommandCallOptions, CommandSettings, CommandVariables } from "./mutate/mutation-types.js";
export type {
  ChangeVariables,
  MutationSettings,
  OptimisticFields,
  RpcVariables,
  WriteMutationOptions,
  WriteVariables,
} from "./mutate/mutation-types.js";
export type { QuerySettings, ReadQueryOptions } from "./read/query-options.js";
export type { Readable } from "./read/query-options.js";

// Users do not write these types. TypeScript prints them in the declarations of programs that export options.
export type { ChangeFailure, RpcData, RpcFailure, WriteFailure } from "./mutate/mutation-types.js";
