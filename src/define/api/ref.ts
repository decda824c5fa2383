import { z } from "zod";
import { StandInReplacer, standIn } from "../../schema/stand-in.js";
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
  return spec.id ?? standIn(INTEGER_ID, spec.target);
}

/**
 * Replaces each schema made by `resource.ref(…)` with the id schema of the target, such as `z.int32()`. Only the router knows
 * the target.
 */
export function resolveRefs(resources: ReadonlyMap<string, RoutesSpec>): Map<string, RoutesSpec> {
  const replacer = new StandInReplacer((target) => resources.get(target)?.resource.id ?? INTEGER_ID);
  return new Map(
    [...resources].map(([type, routes]) => {
      const { resource, operations } = routes;
      if (resource.problem !== undefined) return [type, routes]; // its operations are not checked yet
      const resolved = operations.map((each) =>
        each.problem === undefined ? { ...each, options: resolveOptions(each.options, replacer) } : each,
      );
      return [type, new RoutesSpec(resource, resolved)];
    }),
  );
}

type Shape = Readonly<Record<string, z.ZodType>>;

function resolveOptions(options: DeclaredOptions, replacer: StandInReplacer): DeclaredOptions {
  const { filter, extra, page } = options;
  if (filter === undefined && extra === undefined && page === undefined) return options;
  return {
    ...options,
    ...(filter && { filter: resolveShape(filter, replacer) }),
    ...(extra && { extra: resolveShape(extra, replacer) }),
    ...(page && { page: resolvePage(page, replacer) }),
  };
}

function resolvePage(page: NonNullable<PageDeclaration>, replacer: StandInReplacer): PageDeclaration {
  if (isLinkedPage(page)) return page;
  if ("_zod" in page) return replacer.replace(page as z.ZodType); // users can only pass Zod schemas
  return resolveShape(page as Shape, replacer); // a page that is not a schema is a shape
}

function resolveShape(shape: Shape, replacer: StandInReplacer): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, replacer.replace(schema)]));
}
