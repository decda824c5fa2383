import { typeName } from "../../wire/notes/note-of.js";

/**
 * Whether an input may be shown in place of a value. The server may make another type of it: `"5"` may become 5. The client has
 * no schema, but what is shown must be of the kind that was shown before. Null says nothing of a kind.
 */
export function isSameKind(old: unknown, now: unknown): boolean {
  if (old === null || old === undefined || now === null) return true;
  if (kindOf(old) !== kindOf(now)) return false;
  if (typeof old !== "object") return true;
  if (Symbol.iterator in old) {
    const elements = [...(old as Iterable<unknown>)]; // of one kind, both are lists, sets or maps
    return (
      elements.length === 0 ||
      [...(now as Iterable<unknown>)].every((each) => elements.some((one) => isSameKind(one, each)))
    );
  }
  return Object.entries(now as object).every(([name, member]) => isSameKind(old[name as never], member));
}

/** `NaN` and 1 are both numbers. */
function kindOf(value: unknown): string {
  const name = typeof value === "object" ? typeName(value) : undefined;
  return name ?? (Array.isArray(value) ? "list" : typeof value);
}
