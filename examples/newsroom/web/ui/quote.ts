/** A title in quotation marks. Those inside it become single ones. */
export function quote(title: string): string {
  return `“${title.replaceAll("“", "‘").replaceAll("”", "’")}”`;
}
