import { writeAnyValue } from "../protocol/document/any-value.js";

/** The JSON that the server would send for a value. Undefined if JSON cannot represent it. */
export function wireValue(value: unknown): unknown {
  const text = writeAnyValue(value);
  return text === undefined ? undefined : JSON.parse(text);
}
