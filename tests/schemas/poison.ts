import { holds, isPlainObject } from "./plain.js";

const MARK = "poisoned by an earlier request";

/** Changes all that can be changed in a value that a handler received. No later request may see it. */
export function poison(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  if (Array.isArray(value)) {
    for (const one of value) poison(one);
    value.push(MARK);
  } else if (value instanceof Set) {
    for (const one of value) poison(one);
    value.add(MARK);
  } else if (value instanceof Map) {
    for (const one of value.values()) poison(one);
    value.set(MARK, MARK);
  } else if (value instanceof Date) value.setTime(1_234_567_890_123);
  else if (isPlainObject(value)) {
    for (const one of Object.values(value)) poison(one);
    Object.assign(value, { [MARK]: MARK });
  }
}

export function isPoisoned(value: unknown): boolean {
  return holds(value, (one) => {
    if (one instanceof Date) return one.getTime() === 1_234_567_890_123;
    if (one === MARK) return true;
    return typeof one === "object" && one !== null && Object.hasOwn(one, MARK);
  });
}
