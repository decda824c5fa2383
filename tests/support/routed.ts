import { trestle } from "trestle";
import { resourceSpec } from "trestle/source";
import { z } from "zod";
import { declaredSpec } from "../../src/define/api/operation.js";
import { keptProblem } from "../../src/define/model/problems.js";

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

/** Makes a function that declares operations. It throws what the declaration throws, or the problem that it keeps for `t.router`. */
export function started(declare: () => unknown): () => void {
  return () => {
    const declared = declare();
    const problems = [declared, ...((declared as { operations?: readonly unknown[] } | undefined)?.operations ?? [])];
    for (const part of problems) {
      const problem = problemIn(part);
      if (problem !== undefined) throw problem;
    }
  };
}

function problemIn(declared: unknown): TypeError | undefined {
  const { problem } = (declaredSpec(declared) ?? declared ?? {}) as { problem?: TypeError };
  return problem ?? keptProblem(declared as object);
}
