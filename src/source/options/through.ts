import type { ResourceSpec } from "../../define/model/resource.js";

/** A scope that `through` makes. */
export interface Through<TName extends string = string> {
  readonly "~through": TName;
}

/**
 * A scope: the rows whose to-one relationship leads to a row in the scope of the related source, also to one that is deleted softly. A
 * row that leads nowhere is in no scope.
 *
 * @param relationship A to-one relationship of the resource.
 * @returns What the option `scope` of a source takes, with any storage.
 *
 * @example
 * ```ts
 * import { toOne, trestle } from "trestle";
 * import { memoryData } from "trestle/memory";
 * import { through } from "trestle/source";
 * import { z } from "zod";
 *
 * const t = trestle<{ team: number }>();
 * const doctors = t.resource("doctors", { id: z.int(), attributes: {} });
 * const visits = t.resource("visits", { id: z.int(), attributes: {}, relationships: { doctor: toOne("doctors") } });
 *
 * const data = memoryData();
 * data.source(doctors, { rows: [{ id: 1, team: 7 }], scope: (ctx) => (row) => row.team === ctx.team });
 * data.source(visits, { rows: [{ id: 1, doctor: 1 }], scope: through("doctor") });
 * ```
 */
export function through<const TName extends string>(relationship: TName): Through<TName> {
  return { "~through": relationship };
}

export function isThrough(scope: unknown): scope is Through {
  return typeof scope === "object" && scope !== null && "~through" in scope;
}

/** Throws for a scope of another form, and for one that goes through what is not a to-one relationship. */
export function checkScopeForm({ type, relationships }: ResourceSpec, scope: unknown): void {
  const where = `data.source(${type}): scope`;
  if (scope === undefined || scope === "none" || typeof scope === "function") return;
  if (!isThrough(scope)) throw new TypeError(`${where} must be a function of the context, through("…"), or "none".`);
  const name = scope["~through"];
  const { many, targets } = relationships.get(name) ?? {};
  if (many === false && targets === undefined) return;
  if (targets)
    throw new TypeError(
      `${where}: through("${name}"): "${name}" leads to several types. Write the scope as a function.`,
    );
  const toOne = [...relationships].flatMap(([each, { many, targets }]) => (many || targets ? [] : each));
  const use = toOne.length === 0 ? `"${type}" has none.` : `Use ${toOne.join(", ")}.`;
  throw new TypeError(`${where}: through("${name}"): "${name}" is not a to-one relationship. ${use}`);
}

/** Throws for a scope that leads through other types back to its own. @param next The type that the scope of a type leads to. */
export function checkThrough(type: string, next: (type: string) => string | undefined): void {
  const seen: string[] = [];
  for (let at = next(type); at !== undefined && !seen.includes(at); at = next(at)) {
    seen.push(at);
    if (at !== type) continue;
    const way = [type, ...seen].map((each) => `"${each}"`).join(" → ");
    throw new TypeError(`data.source(${type}): scope: through leads back: ${way}. State the scope of one of them.`);
  }
}
