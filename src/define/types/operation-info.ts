import type { OperationKind } from "../../wire/operations.js";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Identifies an operation, for middleware, logs and error messages. */
export interface OperationInfo {
  /** The resource's type name. */
  readonly type: string;
  readonly kind: OperationKind;
  /** The relationship, for kinds that have one. */
  readonly relationship?: string;
  /** The action, for rpc. */
  readonly action?: string;
}
