import type { AnyApi } from "../../define/types/routes.js";
import type { Safe } from "../errors/safe.js";
import type { EndpointsOf, TypeName } from "./access.js";
import type { DeclaredFailure, EngineFailure } from "./failure.js";

/** A write that is under way. */
export interface Write<TResult, TFailure> extends Promise<TResult> {
  /** Gives `{ data }` or `{ error }`, and never rejects. */
  safe(): Promise<Safe<TResult, TFailure>>;
}

/** A create or an update under way. Its failures are worked out where they are asked for, and not for each call. */
export interface ResourceWrite<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TMethod extends "create" | "update",
  TItem,
> extends Promise<TItem> {
  /** Gives `{ data }` or `{ error }`, and never rejects. */
  safe(): Promise<Safe<TItem, EngineFailure[TMethod] | DeclaredFailure<EndpointsOf<TApi, TName>[TMethod]>>>;
}
