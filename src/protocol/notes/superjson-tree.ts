import { isObject } from "../../wire/notes/members.js";

/** Revives a value of a type from JSON. */
type Revive = (json: unknown, type: unknown) => unknown;

/**
 * Revives superjson's JSON with the `values` of its meta: `[type]`, `[type, { path: values }]`, or `{ path: values }`.
 * Nested values are revived first. The value is changed in place, because it was parsed for this request only. Paths that
 * lead to inherited members are ignored.
 *
 * Notes about equal references are ignored: thirty references can describe a structure with a billion nodes.
 */
export function reviveTree(json: unknown, meta: unknown, revive: Revive): unknown {
  return isObject(meta) && "values" in meta ? reviveAt(json, meta.values, revive) : json;
}

function reviveAt(json: unknown, values: unknown, revive: Revive): unknown {
  if (!isObject(values)) return json;
  const [type, children] = Array.isArray(values) ? (values as readonly unknown[]) : [undefined, values];
  const isTyped = Array.isArray(values);
  if (isObject(children)) {
    for (const [path, inner] of Object.entries(children))
      change(json, segmentsOf(path), (part) => reviveAt(part, inner, revive));
  }
  return isTyped ? revive(json, type) : json;
}

function change(json: unknown, path: readonly string[], make: (part: unknown) => unknown): void {
  let parent = json;
  for (const [index, name] of path.entries()) {
    if (!isJson(parent) || !Object.prototype.propertyIsEnumerable.call(parent, name)) return;
    const members = parent as Record<string, unknown>; // any object may be read by key
    if (index < path.length - 1) {
      parent = members[name];
      continue;
    }
    const value = make(members[name]);
    Reflect.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** Whether a value is a list or a plain object. superjson's paths lead only into these. */
function isJson(value: unknown): value is object {
  return Array.isArray(value) || (isObject(value) && Object.getPrototypeOf(value) === Object.prototype);
}

/** superjson joins the segments of a path with dots; a dot or a backslash inside one has a backslash before it. */
function segmentsOf(path: string): string[] {
  const segments = [""];
  for (let index = 0; index < path.length; index++) {
    const character = path.charAt(index);
    if (character === ".") segments.push("");
    else
      segments[segments.length - 1] += character === "\\" && index + 1 < path.length ? path.charAt(++index) : character;
  }
  return segments;
}
