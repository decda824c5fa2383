/** A JSON pointer (RFC 6901) with further segments. */
export function pointer(base: string, ...segments: readonly PropertyKey[]): string {
  return segments.reduce<string>((path, segment) => `${path}/${escapeSegment(String(segment))}`, base);
}

function escapeSegment(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
