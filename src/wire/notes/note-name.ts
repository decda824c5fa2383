export function noteName(name: string): string {
  return name.replace(/^\\*\*$/, "\\$&");
}
