/** Appends segments to a JSON pointer (RFC 6901). */
export function pointer(base: string, ...segments: readonly PropertyKey[]): string {
  let path = base;
  for (const segment of segments) path += `/${escapeSegment(String(segment))}`;
  return path;
}

function escapeSegment(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
