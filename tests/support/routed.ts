import { trestle } from "trestle";
import { resourceSpec } from "trestle/source";
import { z } from "zod";

/** Registers a resource and those that it leads to, as an app does. Throws what `t.router` says of it and of its source. */
export function routed<R extends { routes(): object }, T = R>(resource: R, source: T = resource as never): T {
  const { type, relationships } = resourceSpec(resource);
  const t = trestle();
  const related = [...relationships.values()].map(({ target, id = z.int() }) => [
    target,
    t.resource(target, { id, attributes: {} } as never).routes(),
  ]);
  t.router({ ...Object.fromEntries(related), [type]: resource.routes() } as never);
  return source;
}
