import type { Envelope } from "../../define/types/response.js";
import { EXPOSE_HEADERS } from "../../wire/headers.js";
import { isResponse, type ServerResponse } from "../http.js";

/**
 * Gives a response the status and the headers that the handler passed to `respond`. A stream keeps its status, and so does a
 * response without a body, unless the status is 202.
 */
export function withHead<T extends ServerResponse | Response>(
  response: T,
  { status, headers }: Envelope<unknown>,
): T | ServerResponse {
  if (isResponse(response)) {
    for (const [name, value] of Object.entries(headers ?? {})) response.headers.set(name, value);
    return response;
  }
  if (status === undefined && headers === undefined) return response;
  return {
    status: status === undefined || (response.body === undefined && status !== 202) ? response.status : status,
    headers: headers ? { ...response.headers, ...lowerCased(headers, response.headers) } : response.headers,
    body: response.body,
  };
}

/** Names as the other headers have them, so that none is sent twice. A list of exposed headers keeps those of Trestle. */
function lowerCased(
  headers: Readonly<Record<string, string>>,
  before: ServerResponse["headers"],
): Record<string, string> {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { [EXPOSE_HEADERS]: exposed } = own;
  if (exposed !== undefined && before[EXPOSE_HEADERS] !== undefined)
    own[EXPOSE_HEADERS] = `${before[EXPOSE_HEADERS]}, ${exposed}`;
  return own;
}
