import type { Envelope } from "../../define/types/response.js";
import { EXPOSE_HEADERS, SET_COOKIE } from "../../wire/headers.js";
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
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (typeof value === "string") response.headers.set(name, value);
      else for (const one of value) response.headers.append(name, one);
    }
    return response;
  }
  if (status === undefined && headers === undefined) return response;
  return {
    status: status === undefined || (response.body === undefined && status !== 202) ? response.status : status,
    ...(headers ? mergedHead(headers, response.headers) : { headers: response.headers }),
    body: response.body,
  };
}

/** The headers with those of the handler, and its cookies. A list of exposed headers keeps those of Trestle. */
function mergedHead(
  given: NonNullable<Envelope<unknown>["headers"]>,
  before: ServerResponse["headers"],
): Pick<ServerResponse, "headers" | "cookies"> {
  const headers: Record<string, string> = { ...before };
  let cookies: readonly string[] | undefined;
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase(); // as the other headers, so that none is sent twice
    const exposed = lower === EXPOSE_HEADERS ? before[EXPOSE_HEADERS] : undefined;
    if (lower === SET_COOKIE) cookies = [value].flat();
    else headers[lower] = exposed === undefined ? `${value}` : `${exposed}, ${value}`;
  }
  return cookies === undefined ? { headers } : { headers, cookies };
}
