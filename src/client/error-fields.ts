/** A problem as the server described it: a JSON:API error object. */
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

/** What is wrong with each field of an input, by the name that the input has for it: `title`, `address.street`, `tags.0`. */
export interface FieldErrors {
  readonly [field: string]: readonly string[] | undefined;
}

/**
 * Sorts the details of error objects by field. `meta.path` says it best, since the pointer of a missing field names
 * the parent that lacks it; a pointer is understood in both forms of a request, plain and extended.
 */
export function fieldErrors(errors: readonly ErrorObject[]): FieldErrors {
  const fields: Record<string, string[]> = Object.create(null); // a field may be called `constructor`
  for (const error of errors) {
    const name = (pathOf(error.meta?.path) ?? pathIn(error.source?.pointer))?.join(".");
    if (name) fields[name] = [...(fields[name] ?? []), messageOf(error)];
  }
  return fields;
}

/** The one line to show of an error object. */
export function messageOf({ detail, title, code }: ErrorObject): string {
  return detail ?? title ?? code ?? "no detail was given";
}

function pathOf(path: unknown): readonly unknown[] | undefined {
  return Array.isArray(path) ? path : undefined;
}

/** `/data/relationships/author/data/id` and `/data/trestle:fields/author` both lead to `author`. */
const FIELD = /^\/data\/(?:(id)$|(?:attributes|relationships|trestle:fields)\/(.+))/;

function pathIn(pointer: unknown): string[] | undefined {
  const [, id, rest] = FIELD.exec(`${pointer}`) ?? [];
  if (rest === undefined) return id ? [id] : undefined;
  const plain = `${pointer}`.startsWith("/data/relationships/")
    ? rest.replace(/^([^/]+)\/data(\/\d+)?.*/, "$1$2")
    : rest;
  return plain.split("/").map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
