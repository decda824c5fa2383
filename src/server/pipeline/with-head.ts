import type { Envelope } from "../../define/types/response.js";
import { isResponse, type ServerResponse } from "../http.js";

/** Gives a response the status and the headers that the handler passed to `respond`. */
export function withHead<T extends ServerResponse | Response>(
  response: T,
  { status, headers }: Envelope<unknown>,
): T | ServerResponse {
  if ((status === undefined && headers === undefined) || isResponse(response)) return response;
  return {
    status: status === undefined || (response.body === undefined && status !== 202) ? response.status : status,
    headers: headers ? { ...response.headers, ...lowerCased(headers) } : response.headers,
    body: response.body,
  };
}

/** Names as the other headers have them, so that none is sent twice. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
