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
    const path = error.meta?.path;
    const name =
      Array.isArray(path) && path.every((part) => /^(string|number)$/.test(typeof part))
        ? path.join(".")
        : nameIn(`${error.source?.pointer}`);
    if (!name) continue;
    fields[name] ??= [];
    fields[name].push(messageOf(error));
  }
  return fields;
}

/** The one line to show of an error object. */
export function messageOf({ detail, title, code }: ErrorObject): string {
  return [detail, title, code].find((text) => text && typeof text === "string") ?? "no detail";
}

/** `/data/relationships/author/data/id` and `/data/trestle:fields/author` both lead to `author`. */
function nameIn(pointer: string): string | undefined {
  return pointer
    .replace(/^(\/data\/relationships\/[^/]+)\/data(\/\d+)?.*/, "$1$2")
    .match(/^\/data\/(?:(?:attributes|relationships|trestle:fields)\/|(?=id$))(.+)/)?.[1]
    ?.replaceAll("/", ".")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
