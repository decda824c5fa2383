/** The anchors that GitHub gives to headings: tests/docs/links.test.ts checks links by them. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, "")
    .replaceAll(" ", "-");
}
