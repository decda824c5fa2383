import { lazy, Suspense } from "react";
import { CloseIcon } from "../ui/icons.js";
import { clearLog, hasContent, useLog } from "./log.js";
import { setPanelOpen, usePanelOpen } from "./panel-open.js";

/** Loaded after the page, which is painted without it. */
const groupItem = import("./group-item.js");
const GroupItem = lazy(async () => ({ default: (await groupItem).GroupItem }));

/** What the person did, and what Trestle did then. */
export function RequestsPanel() {
  const open = usePanelOpen();
  const groups = useLog().filter(hasContent);
  function close() {
    setPanelOpen(false);
    document.querySelector<HTMLElement>(".requests-toggle")?.focus();
  }
  return (
    <aside
      id="requests"
      className="requests"
      aria-label="What Trestle did"
      hidden={!open}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <header>
        <h2>What Trestle did</h2>
        <button type="button" className="quiet small" onClick={clearLog}>
          Clear
        </button>
        <button type="button" className="quiet icon-button" aria-label="Close this panel" onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {groups.length === 0 && (
        <p className="hint">What you do appears here, with the code that ran and the requests that it sent.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which without a mouse needs the focus */}
      <ol tabIndex={0} aria-label="Newest first">
        <Suspense>
          {groups.map((group) => (
            <GroupItem key={group.id} group={group} />
          ))}
        </Suspense>
      </ol>
    </aside>
  );
}
