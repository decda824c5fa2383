/**
 * Moves the focus from a control that is about to go to a title that stays: of the same row, or of the next one
 * (of the one before, at the end). Without it the focus would fall back to the top of the page.
 */
export function focusNeighbour(control: HTMLElement, which: "same" | "next"): void {
  const row = control.closest("tr");
  const target = which === "same" ? row : (row?.nextElementSibling ?? row?.previousElementSibling);
  target?.querySelector<HTMLElement>(".article-link")?.focus({ preventScroll: true });
}
