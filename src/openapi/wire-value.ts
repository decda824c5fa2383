import { writeAnyValue } from "../protocol/document/any-value.js";

/** A value as it travels: what the server would write for it; undefined where JSON has nothing for it. */
export function wireValue(value: unknown): unknown {
  const text = writeAnyValue(value);
  return text === undefined ? undefined : JSON.parse(text);
}
