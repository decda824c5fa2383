import { useEffect } from "react";

/** Names the page in the tab, in the history and to screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Newsroom`;
  }, [title]);
}
