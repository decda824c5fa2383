import type { z } from "zod";

/** A declared relationship, without its types. If `id` is undefined, the ids are integers. */
export interface RelationshipSpec {
  readonly many: boolean;
  readonly target: string;
  readonly linkage: boolean;
  /** How many resources a large relationship contains, if the declaration says it. */
  readonly fanOut: number | undefined;
  readonly id: z.ZodType | undefined;
  readonly allowsNull: boolean;
  readonly allowsAbsent: boolean;
}

/** Counted per row where a to-many states no `fanOut`. */
const USUAL_FAN_OUT = 10;

/** How many resources an include adds per row. */
export function fanOutOf({ many, fanOut }: RelationshipSpec): number {
  return fanOut ?? (many ? USUAL_FAN_OUT : 1);
}
