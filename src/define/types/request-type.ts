/**
 * The rich types that requests may contain only if the application allows them. Their values need more memory than the text
 * that describes them, or run code when they are used.
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
