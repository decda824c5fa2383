import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf, TypeName } from "./access.js";
import type { Item } from "./item.js";
import type { PreconditionFailed } from "../errors/errors.js";

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
