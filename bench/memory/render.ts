/** Burns CPU for some milliseconds, as rendering a large document does. */
export function handler({ id, milliseconds }: { readonly id: number; readonly milliseconds: number }) {
  const end = performance.now() + milliseconds;
  let spun = 0;
  while (performance.now() < end) spun++;
  return { id, text: spun > 0 ? "done" : "" };
}
