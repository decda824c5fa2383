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
  if (typeof value !== "object" || value === null) return false;
  dropped(value);
  let hasAny = value instanceof Promise;
  const objects = new Set<object>([value]);
  // The loop also visits what is added meanwhile.
  for (const object of objects) {
    for (const member of membersOf(object)) {
      if (typeof member !== "object" || member === null) continue;
      if (member instanceof Promise) {
        dropped(member);
        hasAny = true;
      } else if (objects.size < MAX_OBJECTS) objects.add(member);
    }
  }
  return hasAny;
}

function membersOf(value: object): Iterable<unknown> {
  if (ArrayBuffer.isView(value)) return [];
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

/**
 * Promises that were started, and that are awaited together. Each has a handler before the next value is read: a value that
 * throws must not leave a promise without one, because its rejection would end the Node process.
 */
export class Pending {
  readonly #started: Promise<void>[] = [];

  add(promise: Promise<void>): void {
    dropped(promise);
    this.#started.push(promise);
  }

  /** Waits for all of them, and then throws the first error. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#started);
    await Promise.all(this.#started);
  }
}
