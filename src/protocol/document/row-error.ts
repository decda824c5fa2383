import { dropped } from "../../schema/dropped.js";

/** A row that does not fit its declaration. The client gets a 500; the message is for the server's log. */
export class RowError extends Error {
  constructor(type: string, id: unknown, field: string, reason: string, options?: ErrorOptions) {
    super(`The row of ${type} ${shownId(id)} does not fit its declaration: "${field}" ${reason}.`, options);
    this.name = "RowError";
  }

  /** For a value inside a field. The message has its path, such as "extra.items.0.at". */
  static at(type: string, id: unknown, field: string, { path, message }: ValueMismatch): RowError {
    return new RowError(type, id, [field, ...path].join("."), message);
  }
}

function shownId(id: unknown): string {
  if (typeof id === "string") return JSON.stringify(id);
  return typeof id === "object" && id !== null ? `(its id is ${describeValue(id)})` : String(id);
}

/** Thrown for a value that does not fit its schema. Containers add the path, and the resource writer the row and the field. */
export class ValueMismatch extends Error {
  /** The path inside the field's value. */
  readonly path: PropertyKey[] = [];

  constructor(
    readonly expected: string,
    readonly value: unknown,
  ) {
    super(`is ${describeValue(value)}, not ${expected}`);
  }
}

export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value !== "object") return `a ${typeof value}`;
  if (Array.isArray(value)) return "an array";
  if (value instanceof Promise) {
    dropped(value);
    return "a promise";
  }
  return value instanceof Date ? "a Date" : "an object";
}
