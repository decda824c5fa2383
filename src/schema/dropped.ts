/**
 * Ignores the rejection of a value that is not used. If a user's function returned a promise that nobody awaits, its
 * rejection would end the Node process.
 */
export function dropped(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
}

/** The largest number of objects that are searched. A row may lead to the whole program, by a connection for example. */
const MAX_OBJECTS = 10_000;

/** Ignores the rejections of all promises in a value that is not used, at any depth. Returns whether it has any. It calls no getters. */
export function droppedInside(value: unknown): boolean {
  let hasAny = isStarted(value);
  if (typeof value !== "object" || value === null) return hasAny;
  const objects = new Set<unknown>([value]);
  // The loop also visits what is added meanwhile.
  for (const object of objects) {
    for (const member of membersOf(object)) {
      if (isStarted(member)) hasAny = true;
      else if (typeof member === "object" && member !== null && objects.size < MAX_OBJECTS) objects.add(member);
    }
  }
  return hasAny;
}

function isStarted(value: unknown): boolean {
  dropped(value);
  return value instanceof Promise;
}

function membersOf(value: unknown): Iterable<unknown> {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value) || value instanceof Set) return value;
  if (value instanceof Map) return [...value].flat();
  try {
    return Object.values(Object.getOwnPropertyDescriptors(value)).map((property) => property.value);
  } catch {
    return []; // a proxy may throw
  }
}

/** Whether a value is a promise, or directly contains one. */
export function holdsPromise(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof Promise || Object.values(value).some((member) => member instanceof Promise);
}
