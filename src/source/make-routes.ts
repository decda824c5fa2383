import { Conflict, type ErrorClass, Forbidden, NotFound, UnprocessableContent } from "../define/errors.js";
import { checkOptionNames } from "../define/model/names.js";
import { keepProblem, keptProblem, Problems } from "../define/model/problems.js";
import type { ResourceSpec } from "../define/model/resource.js";

/** The methods of a resource, or the handlers of a source, by name. */
type Methods = Readonly<Record<string, (...args: unknown[]) => object>>;

const WRITE = [Forbidden, NotFound, Conflict, UnprocessableContent];

/** The errors that the handlers of a source throw. `routes.ts` has their types. */
const ERRORS: Readonly<Record<string, readonly ErrorClass[]>> = {
  getMany: [],
  getOne: [NotFound],
  createOne: WRITE,
  editOne: WRITE,
  deleteOne: [Forbidden, NotFound, Conflict],
  getRelated: [NotFound],
  changeRelationship: WRITE,
};

/** Registers the operations of `source.routes(options, …operations)`, in the order of the options. */
export function makeRoutes(
  { type, relationships }: ResourceSpec,
  resource: object,
  source: object,
  options: object,
  operations: readonly object[],
): object | undefined {
  const where = `data.source(${type}).routes`;
  const problems = new Problems();
  problems.collect(() => checkOptionNames(where, options, ERRORS));
  const [methods, handlers] = [resource as Methods, source as Methods]; // called by name, with what their types demand
  const register = (key: string, kind: string, value: unknown, ...relationship: string[]) => {
    const { errors = [], ...rest } = optionsOf(value, `${where}: ${[key, ...relationship].join(".")}`);
    const all = { ...rest, errors: [...new Set([...errors, ...(ERRORS[key] ?? [])])] };
    const handler = relationship.length === 0 ? handlers[kind] : handlers[kind]?.(...relationship);
    return methods[kind]?.(...relationship, all, handler);
  };
  const collected = (parts: object, register: (entry: [string, unknown]) => unknown) =>
    Object.entries(parts).flatMap((entry) => problems.collect(() => register(entry)) ?? []);
  const registeredAs = ([key, value]: [string, unknown]) => {
    if (value === undefined || !Object.hasOwn(ERRORS, key)) return [];
    if (key !== "getRelated" && key !== "changeRelationship") return register(key, key, value);
    if (value === true || Array.isArray(value))
      throw new TypeError(`${where}: ${key} names relationships: { ${key}: { author: true } }.`);
    return collected(value as object, ([name, value]) => {
      if (key === "getRelated") return register(key, key, value, name);
      const kinds = relationships.get(name)?.many
        ? ["addToRelationship", "removeFromRelationship", "resetRelationship"]
        : ["editRelationship"];
      return kinds.map((kind) => register(key, kind, value, name));
    });
  };
  const routes = methods.routes?.(...collected(options, registeredAs), ...operations);
  problems.add(keptProblem(routes));
  return routes && keepProblem(routes, problems.inOne(where));
}

interface Declared {
  readonly errors?: readonly ErrorClass[];
}

function optionsOf(value: unknown, where: string): Declared {
  if (value === true) return {};
  if (typeof value === "object" && value !== null) return value;
  throw new TypeError(`${where} must be true, or options. To leave it out, remove it.`);
}
