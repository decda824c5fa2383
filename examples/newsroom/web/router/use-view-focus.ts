import { useLayoutEffect, useRef } from "react";
import { positionOf, useEntry } from "./history.js";

/**
 * Puts the window and the focus where a person expects them: a new view begins at its heading, as a new page would;
 * going back finds both where they were. The same view with other filters leaves them alone.
 */
export function useViewFocus(): void {
  const entry = useEntry();
  const before = useRef(entry);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = entry;
    if (entry === from) return;
    const position = entry.by === "pop" ? positionOf(entry) : undefined;
    if (position) {
      scrollTo(0, position.scroll);
      focus(document.getElementById(position.focus));
    } else if (placeOf(entry.url) !== placeOf(from.url)) {
      scrollTo(0, 0);
      focus(null);
    }
  }, [entry]);
}

/** What makes it another place: the path, and the page of a list. */
function placeOf(url: string): string {
  const { pathname, searchParams } = new URL(url, location.origin);
  return `${pathname} ${searchParams.get("page[offset]") ?? 0}`;
}

function focus(element: HTMLElement | null): void {
  const target = element ?? document.querySelector<HTMLElement>("h1");
  target?.focus({ preventScroll: true });
}
