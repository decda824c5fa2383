import type { SentRequest } from "./ask.js";

/** Where the examples and the guides run: the playground's own server has no address. */
export const CURL_SERVER = "http://localhost:3000";

/** The request as a command of a shell. */
export function curlOf({ method, address, headers, body }: SentRequest): string {
  const options = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(body === "" ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return [`curl -g ${quoted(CURL_SERVER + address)}`, ...options].join(" \\\n  "); // -g: brackets are part of the address
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
