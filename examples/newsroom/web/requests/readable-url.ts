/** An address as a person writes it: from the root, with nothing percent-encoded that need not be. */
export function readable(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  const path = pathname + search;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
