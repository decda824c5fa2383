import { FIELDS_MEMBER } from "../../wire/json-api.js";

/** A JSON:API error object, as the server sent it. */
export interface ErrorObject {
  readonly id?: string;
  readonly status?: string;
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string };
  readonly links?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/**
 * An input that may have any names: that of an error whose call is unknown.
 *
 * @example
 * ```ts
 * import { type AnyInput, UnprocessableContent } from "trestle/client";
 *
 * function firstMessage(error: UnprocessableContent<string, AnyInput>) {
 *   return Object.values(error.fields)[0]?.[0];
 * }
 * ```
 */
export interface AnyInput {
  readonly [field: string]: unknown;
}

/** The messages for each field of an input, by its name in the input: `title`, `address.street`, `tags.0`. The types check names without a dot. */
export type FieldErrors<TInput = AnyInput> = {
  // A mapped type over the input itself, so editors find the declaration of a field.
  readonly [K in keyof TInput]?: readonly string[];
} & { readonly [path: `${string}.${string}`]: readonly string[] | undefined };

/**
 * Groups the messages of error objects by field. `meta.path` is the most exact place, because the pointer of a missing field
 * names its parent. A pointer can have the form of a plain request or of an extended one.
 */
export function fieldErrors(errors: readonly ErrorObject[]): FieldErrors {
  const fields: Record<string, string[]> = Object.create(null); // a field may be called `constructor`
  for (const error of errors) {
    const path = error.meta?.path;
    const isPath = Array.isArray(path) && path.every((part) => /^(string|number)$/.test(typeof part));
    const name = isPath ? path.join(".") : nameIn(`${error.source?.pointer}`);
    if (name) {
      fields[name] ??= [];
      fields[name].push(detailOf(error) ?? "no detail");
    }
  }
  return fields;
}

/** The most helpful text of an error object, if it has one. */
export function detailOf({ detail, title, code }: ErrorObject): string | undefined {
  return [detail, title, code].find((text) => text && typeof text === "string");
}

const FIELD_POINTER = new RegExp(`^/data/(?:(?:attributes|relationships|${FIELDS_MEMBER})/|(?=id$))(.+)`);

/** `/data/relationships/author/data/id` and `/data/trestle:fields/author` both become `author`. */
function nameIn(pointer: string): string | undefined {
  return pointer
    .replace(/^(\/data\/relationships\/[^/]+)\/data(\/\d+)?.*/, "$1$2")
    .match(FIELD_POINTER)?.[1]
    ?.replaceAll("/", ".")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
