import type { OperationKind } from "../../wire/operations.js";

export type ActionKind = "command" | "query" | "stream";

/** Whether an action belongs to one resource, to all resources of a type, or to the API. */
export type ActionPlace = "item" | "collection" | "api";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Identifies an operation, for middleware, logs and error messages. */
export interface OperationInfo {
  /** The resource's type name. */
  readonly type: string;
  readonly kind: OperationKind;
  /** The relationship, for kinds that have one. */
  readonly relationship?: string;
  /** The action: the name of an rpc, a command, a query or a stream. */
  readonly action?: string;
  /** Where a command, a query or a stream belongs to: one resource, all resources of the type, or the API, whose type is empty. */
  readonly place?: ActionPlace;
}
