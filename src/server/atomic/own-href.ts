import type { ServerRequest } from "../http.js";
import { pathBelow } from "../mount-path.js";
import { isOwn } from "../kernel/cross-site.js";

/** Where an API is. */
export interface ApiPlace {
  /** The path of the mount point. */
  readonly mount: string;
  /** The start of every link: the base URL, if any, and the mount point. */
  readonly base: string;
}

/**
 * The path below the mount point that an `href` refers to. Undefined if it refers to something else: another origin or mount point, a query
 * or a fragment.
 */
export function ownPath(href: string, { mount, base }: ApiPlace, request: ServerRequest): string | undefined {
  if (/[?#\\\s]/.test(href)) return undefined;
  const here = `http://${request.host ?? "localhost"}${mount}/operations`;
  if (!URL.canParse(href, here)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(href, here);
  if (username !== "" || password !== "") return undefined;
  if (`${origin}${pathname}`.startsWith(`${base}/`)) return `${origin}${pathname}`.slice(base.length);
  const isHttp = protocol === "http:" || protocol === "https:";
  return isHttp && isOwn(origin, request) ? pathBelow(pathname, mount) : undefined;
}
