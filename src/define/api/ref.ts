import { z } from "zod";
import { type ReplaceStandIns, standIn, standInReplacer } from "../../schema/stand-in.js";
import type { DeclaredOptions } from "../model/operation.js";
import { isLinkedPage } from "../model/list-options.js";
import type { ResourceSpec } from "../model/resource.js";
import { RoutesSpec } from "../model/router.js";
import type { PageDeclaration } from "../types/page.js";

/** The default schema of ids, and of related ids until the router knows the target. */
export const INTEGER_ID = z.int();

/** The schema of the ids of a relationship. */
export function refSchema(resource: ResourceSpec, relationship: string): z.ZodType {
  const spec = resource.relationships.get(relationship);
  if (spec === undefined) throw new TypeError(`${resource.type}.ref("${relationship}"): no such relationship.`);
  const schema = spec.id ?? standIn(INTEGER_ID, spec.target);
  return schema.description ? schema : schema.describe(`The id of one of \`${spec.target}\`.`);
}

/**
 * Replaces each schema made by `resource.ref(…)` with the id schema of the target, such as `z.int32()`. Only the router knows
 * the target.
 */
export function resolveRefs(resources: ReadonlyMap<string, RoutesSpec>): Map<string, RoutesSpec> {
  const replace = standInReplacer((target) => resources.get(target)?.resource.id ?? INTEGER_ID);
  return new Map(
    [...resources].map(([type, routes]) => {
      const { resource, operations } = routes;
      if (resource.problem !== undefined) return [type, routes]; // its operations are not checked yet
      const resolved = operations.map((each) =>
        each.problem === undefined ? { ...each, options: resolveOptions(each.options, replace) } : each,
      );
      return [type, new RoutesSpec(resource, resolved)];
    }),
  );
}

type Shape = Readonly<Record<string, z.ZodType>>;

function resolveOptions(options: DeclaredOptions, replace: ReplaceStandIns): DeclaredOptions {
  const { filter, extra, page } = options;
  return {
    ...options,
    ...(filter && { filter: resolveShape(filter, replace) }),
    ...(extra && { extra: resolveShape(extra, replace) }),
    ...(page && { page: resolvePage(page, replace) }),
  };
}

function resolvePage(page: NonNullable<PageDeclaration>, replace: ReplaceStandIns): PageDeclaration {
  if (isLinkedPage(page)) return page;
  if ("_zod" in page) return replace(page as z.ZodType); // users can only pass Zod schemas
  return resolveShape(page as Shape, replace); // a page that is not a schema is a shape
}

function resolveShape(shape: Shape, replace: ReplaceStandIns): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, replace(schema)]));
}
