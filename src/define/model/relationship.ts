import type { z } from "zod";

/** What the engine reads of a declaration. `id` is undefined where the declaration left it to the default: integers. */
export interface RelationshipSpec {
  readonly many: boolean;
  readonly target: string;
  readonly linkage: boolean;
  readonly fanOut: number;
  readonly id: z.ZodType | undefined;
  readonly allowsNull: boolean;
  readonly allowsAbsent: boolean;
}
