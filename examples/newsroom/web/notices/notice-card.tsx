import { useEffect, useRef, useState } from "react";
import { CloseIcon } from "../ui/icons.js";
import { act, dismiss, isUndo, type Notice } from "./notices.js";
import { useServerLost } from "./server-state.js";

/**
 * Shows one notice until its time is over. The clock stops while the pointer or the focus is on the notice, and while nobody sees the tab.
 * After a lost server, the clock starts when the server is back.
 */
export function NoticeCard({ notice }: { readonly notice: Notice }) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const isLost = useServerLost();
  const held = isPointed || isFocused || isHidden || (notice.isAway && isLost);
  const left = useRef(notice.milliseconds ?? 0);

  useEffect(() => {
    if (held || notice.milliseconds === undefined) return;
    const start = Date.now();
    const timer = setTimeout(() => dismiss(notice), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - start;
    };
  }, [held, notice]);

  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);

  return (
    <li
      className={`notice notice-${notice.tone}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p>{notice.text}</p>
      {notice.action && (
        <button
          type="button"
          className="notice-action"
          {...(isUndo(notice) && { "aria-keyshortcuts": "Control+Z Meta+Z", title: "Ctrl Z, or ⌘ Z" })}
          onClick={() => act(notice)}
        >
          {notice.action.label}
        </button>
      )}
      <button type="button" className="quiet icon-button" aria-label="Dismiss" onClick={() => dismiss(notice)}>
        <CloseIcon />
      </button>
    </li>
  );
}
