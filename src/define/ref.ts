import { z } from "zod";
import type { ResourceSpec } from "./definition.js";

/** A related id in a filter: as declared for handlers, also as a string from clients. */
export type RefSchema<TId> = z.ZodType<TId, TId | string>;

/** The default of a relationship's ids. */
export const INTEGER_ID = z.int();

/** The schema of a relationship's ids. */
export function refSchema(resource: ResourceSpec, relationship: string): z.ZodType {
  const spec = resource.relationships.get(relationship);
  if (spec === undefined) throw new TypeError(`${resource.type}.ref("${relationship}"): no such relationship.`);
  return spec.id ?? INTEGER_ID;
}
