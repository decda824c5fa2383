import { CONTENT_TYPE, TYPE_NOTE } from "../../wire/headers.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { failedResponse } from "../errors/failed-response.js";
import { type Document, isSuperjson, type NotedJson, readDocument } from "../send/document.js";
import { loadSuperjson } from "../send/superjson.js";

/**
 * Reads the response to a command or a query: a document of rows as it is, and any other result as the `result` of a document.
 *
 * @throws {ResponseError} If the response has errors, or is neither.
 */
export async function readAction(response: Response, label: () => string): Promise<Document> {
  const { ok, headers } = response;
  if (!ok || !headers.get(CONTENT_TYPE)?.startsWith(JSON_TEXT))
    return (await readDocument(response, label, true)) ?? { result: {} };
  const text = await response.text();
  let result: NotedJson;
  let isRich: boolean;
  try {
    const note = headers.get(TYPE_NOTE);
    result = { json: JSON.parse(text), ...(note !== null && { note: JSON.parse(note) }) };
    isRich = isSuperjson(result.note);
  } catch {
    throw failedResponse(label(), response, undefined);
  }
  if (isRich) await loadSuperjson();
  return { result };
}
