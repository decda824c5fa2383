import { useEffect, useLayoutEffect, useRef } from "react";
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
  useEffect(keepFocus, []);
}

/**
 * Moves the focus to the heading when the element that has it goes, such as a button that is not needed any more. The next Tab would
 * otherwise begin at the top of the page.
 */
function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const note = ({ type, target }: Event) => {
    last = type === "focusin" ? target : null; // a click beside it leaves it
  };
  const observer = new MutationObserver(() => {
    const isGone = last instanceof Element && !last.isConnected;
    if (isGone && document.activeElement === document.body) focus(null);
  });
  addEventListener("focusin", note);
  addEventListener("pointerdown", note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener("focusin", note);
    removeEventListener("pointerdown", note);
    observer.disconnect();
  };
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
