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
  return decoded(path.slice(0, end)) === decoded(mount) ? path.slice(end) || "/" : undefined;
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

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
