import { CONNECTION_HEADERS } from "../wire/connection-headers.js";
import { CONTENT_LENGTH, CONTENT_TYPE, ETAG, LOCATION, VARY } from "../wire/headers.js";

/** The headers that Trestle or the server sets. */
const RESERVED = new Set<string>([CONTENT_TYPE, ETAG, LOCATION, VARY, CONTENT_LENGTH, ...CONNECTION_HEADERS]);

/** Throws for a header that Trestle sets: a second length or type would break the response. */
export function requireFreeHeader(name: string, where: string): void {
  if (!RESERVED.has(name.toLowerCase())) return;
  throw new TypeError(`${where}the header "${name}" is set by Trestle. Remove it from headers.`);
}

/**
 * Throws if a name is in a list in another spelling, too: the names of headers ignore case, so one of both would be lost.
 *
 * @param where The start of the message.
 * @param hint The end of the message.
 */
export function requireOneSpelling(name: string, names: readonly string[], where: string, hint = ""): void {
  const other = names.find((each) => each !== name && each.toLowerCase() === name.toLowerCase());
  if (other !== undefined)
    throw new TypeError(`${where}"${name}" and "${other}" are the same header, so one of them would be lost.${hint}`);
}
