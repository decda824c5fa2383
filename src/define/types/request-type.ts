/**
 * The types that a request may not name unless the application allows them. All of them cost more than their text, or do
 * something when they are used.
 */
export type RequestType =
  | "RegExp"
  | "Error"
  | "symbol"
  | `${"Int" | "Uint"}${8 | 16 | 32}Array`
  | "Uint8ClampedArray"
  | "Float32Array"
  | "Float64Array"
  | "BigInt64Array"
  | "BigUint64Array";
