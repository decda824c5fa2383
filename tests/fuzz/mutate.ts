import fc from "fast-check";
import { odd } from "./words.js";

/** What is done to one member of a document. */
interface Mutation {
  /** Which member, counted through the whole document. */
  readonly at: number;
  readonly kind: "replace" | "remove" | "rename" | "add" | "wrap" | "copy";
  readonly name: string;
  readonly value: unknown;
}

const name = fc.oneof(
  odd,
  fc.constantFrom("data", "attributes", "relationships", "title", "author", "trestle:fields", "trestle:related"),
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(200),
  kind: fc.constantFrom("replace", "remove", "rename", "add", "wrap", "copy"),
  name,
  value: fc.oneof(
    odd,
    fc.constantFrom<unknown>(null, true, 0, 1e21, -0, [], {}, [null], { data: null }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
});

/** Documents of which a few members were replaced, removed, renamed, added, wrapped in a list, or given others' values. */
export function mutated(documents: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(documents, fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([document, mutations]) => {
    const copy = structuredClone(document);
    for (const one of mutations) mutate(copy, one);
    return copy;
  });
}

type Container = Record<string, unknown>;

function mutate(document: unknown, { at, kind, name, value }: Mutation): void {
  const members = membersOf(document);
  const [object, key] = members[at % members.length] ?? [];
  if (object === undefined || key === undefined) return;
  const before = object[key];
  if (kind === "remove" || kind === "rename") delete object[key];
  if (kind === "replace") put(object, key, structuredClone(value));
  else if (kind === "rename") put(object, name, before);
  else if (kind === "add") put(object, name, structuredClone(value));
  else if (kind === "wrap") put(object, key, [before]);
  else if (kind === "copy") put(object, key, structuredClone(members[(at * 7) % members.length]?.[0] ?? null));
}

/** As an own member, also where the name is `__proto__`. */
function put(object: Container, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Every member of every object and list in a document, from the outside in. */
function membersOf(value: unknown): (readonly [object: Container, key: string])[] {
  if (value === null || typeof value !== "object") return [];
  const object = value as Container;
  const keys = Object.keys(object);
  return [...keys.map((key) => [object, key] as const), ...keys.flatMap((key) => membersOf(object[key]))];
}
