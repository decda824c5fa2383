/** Every declared path with its prefixes, each once, shorter before longer. */
export function withPrefixes(paths: readonly string[]): string[] {
  const all = new Set<string>();
  for (const path of paths) {
    const segments = path.split("__");
    for (let length = 1; length <= segments.length; length++) all.add(segments.slice(0, length).join("__"));
  }
  return [...all];
}
