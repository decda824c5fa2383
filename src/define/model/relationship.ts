import type { z } from "zod";

/** A declared relationship, without its types. If `id` is undefined, the ids are integers. */
export interface RelationshipSpec {
  readonly many: boolean;
  readonly target: string;
  readonly linkage: boolean;
  readonly fanOut: number;
  readonly id: z.ZodType | undefined;
  readonly allowsNull: boolean;
  readonly allowsAbsent: boolean;
}
