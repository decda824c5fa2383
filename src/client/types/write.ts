import type { KeyUsage } from "../../define/types/endpoint.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { Safe } from "../errors/safe.js";
import type { DefinitionOf, EndpointsOf, TypeName } from "./access.js";
import type { DeclaredFailure, InputFailure, KeyFailure } from "./failure.js";
import type { VersionFailure } from "./version.js";

/** A write that was sent. */
export interface Write<TResult, TFailure> extends Promise<TResult> {
  /** Returns `{ data }` or `{ error }`, and never rejects. */
  safe(): Promise<Safe<TResult, TFailure>>;
}

/** A create or an update that was sent. TypeScript resolves its failures only for calls of `safe`. */
export interface ResourceWrite<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  TMethod extends "create" | "update",
  TItem,
> extends Promise<TItem> {
  /** Returns `{ data }` or `{ error }`, and never rejects. */
  safe(): Promise<
    Safe<
      TItem,
      | InputFailure<TMethod, DefinitionOf<TApi, TName>[SentTo[TMethod]]>
      | DeclaredFailure<EndpointsOf<TApi, TName>[TMethod], DefinitionOf<TApi, TName>[SentTo[TMethod]]>
      | (TMethod extends "update"
          ? VersionFailure<TApi, TName>
          : KeyFailure[TApi["~routes"][TName]["~endpoint"]["create"]["~key"] & KeyUsage])
    >
  >;
}

/** The member of a definition that has the input of a write. */
export interface SentTo {
  readonly create: "~sentToCreate";
  readonly update: "~sentToEdit";
}
