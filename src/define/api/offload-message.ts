import { respond, toEnvelope } from "../model/response.js";
import type { Envelope } from "../types/response.js";
import { ApiError, type ApiErrorOptions, ApiErrors } from "../errors.js";
import * as errors from "../errors.js";
import { UNSET, withoutUndefined } from "../unset.js";

// Messages between threads. Structured clone loses symbols and classes, so both are encoded as plain objects.

const UNSET_MARK = "~trestle.unset";

export type OffloadResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "envelope"; readonly value: Omit<Envelope<unknown>, symbol> }
  | { readonly kind: "errors"; readonly several: boolean; readonly errors: readonly PlainError[] };

interface PlainError extends ApiErrorOptions {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
}

/** Replaces UNSET at any depth in plain objects and arrays. A client's value that looks like the mark is wrapped. */
export function encodeArgs(value: unknown): unknown {
  if (value === UNSET) return { [UNSET_MARK]: true };
  const encoded = mapPlain(value, encodeArgs);
  return isMarked(value) ? { [UNSET_MARK]: encoded } : encoded;
}

export function decodeArgs(value: unknown): unknown {
  if (!isMarked(value)) return mapPlain(value, decodeArgs);
  const wrapped = value[UNSET_MARK];
  return wrapped === true ? UNSET : mapPlain(wrapped, decodeArgs);
}

function isMarked(value: unknown): value is { readonly [UNSET_MARK]: unknown } {
  return value !== null && typeof value === "object" && Object.hasOwn(value, UNSET_MARK);
}

function mapPlain(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member)]));
}

export function encodeResult(result: unknown): OffloadResult {
  const envelope = toEnvelope(result);
  return envelope === result ? { kind: "envelope", value: { ...envelope } } : { kind: "value", value: result };
}

/** An API error as plain data. Returns undefined for any other error: structured clone copies it, and it becomes a 500. */
export function encodeError(error: unknown): OffloadResult | undefined {
  if (error instanceof ApiErrors) return { kind: "errors", several: true, errors: error.errors.map(plainError) };
  if (error instanceof ApiError) return { kind: "errors", several: false, errors: [plainError(error)] };
  return undefined;
}

export function decodeResult(result: OffloadResult): unknown {
  if (result.kind === "value") return result.value;
  if (result.kind === "envelope") return respond(result.value.data, result.value as { total: number }); // any options of `respond`
  const revived = result.errors.map(reviveError);
  throw result.several ? new ApiErrors(revived) : revived[0];
}

function plainError({ name, status, code, title, message, field, source, meta, headers }: ApiError): PlainError {
  return { name, status, code, title, detail: message, ...withoutUndefined({ field, source, meta, headers }) };
}

/** Makes an instance of Trestle's own class. For a class of the application, makes an ApiError with its status, code and name. */
function reviveError(plain: PlainError): ApiError {
  const Known = (errors as Record<string, unknown>)[plain.name]; // a module may be read by key
  const isKnown = typeof Known === "function" && Known.prototype instanceof ApiError;
  const error = isKnown
    ? new (Known as unknown as new (detail: string, options: ApiErrorOptions) => ApiError)(plain.detail, plain)
    : new ApiError(plain, plain.detail, plain);
  if (error.code === plain.code && error.status === plain.status && error.name === plain.name) return error;
  return Object.assign(new ApiError(plain, plain.detail, plain), { name: plain.name });
}
