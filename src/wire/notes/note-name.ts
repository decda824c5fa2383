/** The name of a member in notes. */
export function noteName(name: string): string {
  return name.replace(/^\\*\*$/, "\\$&");
}
