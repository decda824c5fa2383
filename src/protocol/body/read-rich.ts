import type { z } from "zod";
import { madeOnce } from "../../schema/made-once.js";
import type { TypeNote } from "../../wire/notes/note.js";
import { TYPE_NOTE } from "../../wire/headers.js";
import { errorObject, RequestError } from "../errors/request-error.js";
import type { RequestType } from "../../define/types/request-type.js";
import { NoteMismatch, reviveSent } from "../notes/request-notes.js";
import { InputReader } from "./input-reader.js";
import { parseJson } from "./parse-document.js";
import { decodeUtf8 } from "./utf8.js";

/** The options of `readRich`. */
export interface ReadRichOptions {
  /** More types that the request's type notes may use, like the adapters' option of the same name. Default: none. */
  readonly requestTypes?: readonly RequestType[];
}

const readers = new WeakMap<z.ZodType, InputReader>();

/** Caches the readers of schemas without options, which are the most common. */
function readerOf(schema: z.ZodType, { requestTypes }: ReadRichOptions): InputReader {
  if (requestTypes !== undefined) return new InputReader(schema, new Set(requestTypes));
  return madeOnce(readers, schema, () => new InputReader(schema));
}

/**
 * Reads the JSON body of an rpc. If Trestle's client sent a Date, bigint, Map, Set, URL or another type that superjson knows,
 * the body contains that type: the client describes it in the header `trestle-rich`. With a schema, the body is validated,
 * and plain JSON is converted as in a create: ISO 8601 strings to dates, decimal strings to bigints, arrays to sets, and
 * arrays of entries to maps.
 *
 * @param request The request that an rpc handler receives.
 * @param schema The schema of the body. Without it, the body is `unknown`.
 * @param options More types that the request may use.
 * @returns The body, or undefined if it is empty.
 * @throws A 400 error if the body is not JSON in UTF-8, and a 422 error with a pointer for each issue of the schema. A handler
 *   need not catch them.
 *
 * @example
 * ```ts
 * import { readRich } from "trestle";
 * import { z } from "zod";
 *
 * const Embargo = z.object({ until: z.date() });
 * const request = new Request("http://localhost/", { method: "POST", body: '{"until":"2026-12-24T00:00:00Z"}' });
 * const { until } = await readRich(request, Embargo);
 * if (until.getFullYear() !== 2026) throw new Error("unreachable");
 * ```
 */
export async function readRich(request: Request): Promise<unknown>;
export async function readRich<TSchema extends z.ZodType>(
  request: Request,
  schema: TSchema,
  options?: ReadRichOptions,
): Promise<z.output<TSchema>>;
export async function readRich(request: Request, schema?: z.ZodType, options: ReadRichOptions = {}): Promise<unknown> {
  const text = decodeUtf8(await request.arrayBuffer());
  const value = text === "" ? undefined : parseJson(text);
  const header = request.headers.get(TYPE_NOTE);
  if (schema === undefined) return reviveAll(value, header);
  return readerOf(schema, options).read(value, header ?? undefined);
}

function reviveAll(value: unknown, header: string | null): unknown {
  const note = header === null ? undefined : (parseJson(header) as TypeNote); // an invalid note is ignored
  try {
    return reviveSent(value, note);
  } catch (error) {
    if (!(error instanceof NoteMismatch)) throw error;
    const detail = `The header ${TYPE_NOTE} does not describe the body.`;
    throw new RequestError([errorObject("invalid_document", detail, { header: TYPE_NOTE })]);
  }
}
