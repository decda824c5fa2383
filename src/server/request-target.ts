import { FRAGMENT_IN_TARGET, INVALID_HOST, UNKNOWN_CODING } from "../protocol/errors/http-error.js";
import type { ErrorObject } from "../protocol/errors/request-error.js";
import { encode } from "../protocol/query/query-string.js";

/** The characters that end the host of a URL, or that make a user of what precedes them; and what joins two headers. */
const BEYOND_HOST = /[/\\?#@\s]/;

/** The error of a request's head that RFC 9112 forbids, or that would change the path of a URL that is made of it. */
export function targetError(url: string, host = "", transferCoding?: string): ErrorObject | undefined {
  if (url.includes("#")) return FRAGMENT_IN_TARGET;
  if (BEYOND_HOST.test(host)) return INVALID_HOST;
  return transferCoding === undefined || /^chunked$/i.test(transferCoding) ? undefined : UNKNOWN_CODING;
}

/** The path and query of a request target that contains a whole URL, as clients of proxies send it (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

const CANONICAL = /^[\w\-.~!*'(),/]*$/;

/**
 * A path in the one form in which links write it, so that two spellings of a path are never two keys or two routes. A path that cannot
 * be decoded stays as it is, and is refused later.
 */
export function canonicalPath(path: string): string {
  if (CANONICAL.test(path)) return path;
  try {
    return path
      .split("/")
      .map((segment) => encode(decodeURIComponent(segment)))
      .join("/");
  } catch {
    return path;
  }
}

/**
 * The canonical path of a mount point, for links: percent-encoded, with one slash before each segment and none at the end.
 */
export function mountPath(prefix: string): string {
  const path = `/${prefix}`.replace(/\/+/g, "/").replace(/\/$/, "");
  return path
    .replace(/[^\w\-.~!$&'()*+,;=:@%/]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/**
 * The part of a path below a mount point, or undefined if the path is elsewhere; `/` for the mount point itself. Clients may
 * or may not encode a letter, so the segments are compared decoded.
 */
export function pathBelow(path: string, mount: string): string | undefined {
  if (path === mount) return "/";
  if (path.startsWith(mount) && path.charAt(mount.length) === "/") return path.slice(mount.length);
  if (!path.includes("%")) return undefined;
  const end = endOfSegments(path, mount.split("/").length - 1);
  return canonicalPath(path.slice(0, end)) === canonicalPath(mount) ? path.slice(end) || "/" : undefined;
}

function endOfSegments(path: string, count: number): number {
  let end = 0;
  for (let segment = 0; segment < count; segment++) {
    const slash = path.indexOf("/", end + 1);
    if (slash === -1) return path.length;
    end = slash;
  }
  return end;
}
