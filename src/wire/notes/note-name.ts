/** The name by which notes know a member. */
export function noteName(name: string): string {
  return name.replace(/^\\*\*$/, "\\$&");
}
