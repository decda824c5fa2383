import type { z } from "zod";
import type { IdKind } from "../../schema/id-kind.js";
import type { RelationshipSpec } from "./relationship.js";
import type { IsVisible } from "../types/visibility.js";
import type { VersionSpec } from "./version.js";

/** A declared resource, without its types. It uses maps, because a field may be called `constructor`. */
export interface ResourceSpec {
  readonly type: string;
  readonly id: z.ZodType;
  readonly idKind: IdKind;
  readonly attributes: ReadonlyMap<string, z.ZodType>;
  readonly relationships: ReadonlyMap<string, RelationshipSpec>;
  readonly createFields: ReadonlySet<string>;
  readonly editFields: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  /** The fields that are hidden from some users. */
  readonly visible: ReadonlyMap<string, IsVisible<object>>;
  readonly version: VersionSpec | undefined;
}
