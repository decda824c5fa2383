import { useEffect } from "react";
import { ConnectionBar } from "./connection-bar.js";
import { NoticeCard } from "./notice-card.js";
import { undoNewest, useNotices } from "./notices.js";

/** All notices. The list is always there, empty too, since a live region speaks only of what comes into it. */
export function NoticeList() {
  const notices = useNotices();
  useEffect(() => {
    addEventListener("keydown", undo);
    return () => removeEventListener("keydown", undo);
  }, []);
  return (
    <section className="notices" aria-label="Notifications">
      <ul aria-live="polite">
        {notices.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </ul>
      <ConnectionBar />
    </section>
  );
}

/** Ctrl or Cmd and Z, as anywhere; in a text field it belongs to the text. */
function undo(event: KeyboardEvent): void {
  if (event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
  if (event.key.toLowerCase() !== "z") return; // Caps Lock makes it a capital
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  if (undoNewest()) event.preventDefault();
}
