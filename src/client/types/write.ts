import type { KeyUsage } from "../../define/types/endpoint.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { Safe } from "../send/call.js";
import type { DefinitionOf, EndpointsOf, TypeName } from "./access.js";
import type { DeclaredFailure, InputFailure, KeyFailure } from "./failure.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { Relationship } from "../../define/types/relationship-shape.js";
import type { Item } from "./item.js";
import type { PreconditionFailed } from "../errors/errors.js";
import type { KeyOptions } from "../send/options.js";

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

/** A new value of a relationship: the id, the identifier or the fetched resource, such as `7`, `{ type: "users", id: "7" }`. */
export type RelatedInput<TRelationship extends Relationship> = TRelationship["~sent"];

type WholeItemSentence = "an update takes the fields that change, not a whole item: update(item.id, { title })";

/** Refuses a whole item where its changes belong: every item has a type, and no field may be called so. */
export interface Changes {
  /** @deprecated No input has a type. This member refuses `{ ...item, title }`. */
  readonly type?: NotAllowed<WholeItemSentence>;
}

/** Finds out whether an input is a whole item. */
export interface Changing<TType> {
  /** @deprecated No input has a type. This member refuses `{ ...item, title }`. */
  readonly type?: TType;
}

/** The `this` of an update: no value has it if the input is a whole item. The message then prints neither the item nor the fields. */
export type NoWholeItem<TType> = TType extends string ? WholeItemSentence : unknown;

/**
 * The resource that a write changes: its id, or, where the resource declares a version, the item itself. The change of an item
 * fails with a 412 if somebody else changed it. Where the version is required, only the item will do.
 */
export type WriteTarget<TApi extends AnyApi, TName extends TypeName<TApi>> =
  | DefinitionOf<TApi, TName>["~unguarded"]
  | (DefinitionOf<TApi, TName>["~versioned"] & { readonly type: TName; readonly id: string });

/** The error of a change of an item that somebody else changed. */
export interface MismatchedVersion<TItem> extends PreconditionFailed<"version_mismatch"> {
  /** The resource as it is now. Pass it to `update` to overwrite it. */
  readonly current: TItem;
}

/** The error of a version, where the resource declares one. */
export type VersionFailure<TApi extends AnyApi, TName extends TypeName<TApi>> = [
  DefinitionOf<TApi, TName>["~version"],
] extends [never]
  ? never
  : MismatchedVersion<Item<TApi, TName>>;

/** What a call may say about its key, by what the operation declares. */
export interface KeyOptionsFor extends Readonly<Record<KeyUsage, unknown>> {
  readonly none: {
    readonly key?: NotAllowed<"this operation is not idempotent, so a key has no effect. Declare idempotent: true.">;
    readonly retry?: NotAllowed<"this operation is not idempotent: a retry could do it twice. Declare idempotent: true.">;
  };
  readonly optional: KeyOptions;
  readonly required: KeyOptions & ({ readonly key: string } | { readonly retry: number });
}

/** The arguments behind the input of a write. They are not optional where a key is required. */
export interface KeyedOptions<TOptions> extends Readonly<Record<KeyUsage, readonly unknown[]>> {
  readonly none: [options?: TOptions & KeyOptionsFor["none"]];
  readonly optional: [options?: TOptions & KeyOptionsFor["optional"]];
  readonly required: [options: TOptions & KeyOptionsFor["required"]];
}
