import type { KeyboardEvent } from "react";
import { CloseIcon } from "../ui/icons.js";
import { GroupItem } from "./group-item.js";
import { clearLog, useLog } from "./log.js";
import { setPanelOpen, usePanelOpen } from "./panel-open.js";
import { type Part, togglePart, useHiddenParts } from "./panel-parts.js";

/** What the page asked of the API, grouped by what the person did. */
export function RequestsPanel() {
  const open = usePanelOpen();
  const groups = useLog().filter(({ requests, refetches, write }) => write || requests.length + refetches.length > 0);
  function leave({ key }: KeyboardEvent) {
    if (key !== "Escape") return;
    setPanelOpen(false);
    document.querySelector<HTMLElement>(".requests-toggle")?.focus();
  }
  return (
    <aside id="requests" className="requests" aria-label="Requests" hidden={!open} onKeyDown={leave}>
      <header>
        <h2>Requests</h2>
        <Switch part="call" />
        <Switch part="URL" />
        <button type="button" className="quiet small" onClick={clearLog}>
          Clear
        </button>
        <button
          type="button"
          className="quiet icon-button"
          aria-label="Close the requests panel"
          onClick={() => setPanelOpen(false)}
        >
          <CloseIcon />
        </button>
      </header>
      {groups.length === 0 && <p className="hint">What the page asks of the API appears here.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which without a mouse needs the focus */}
      <ol tabIndex={0} aria-label="Newest first">
        {groups.map((group) => (
          <GroupItem key={group.id} group={group} />
        ))}
      </ol>
    </aside>
  );
}

/** Shows or hides a part of every request. */
function Switch({ part }: { readonly part: Part }) {
  const hidden = useHiddenParts();
  return (
    <label className="part">
      <input type="checkbox" checked={!hidden.has(part)} onChange={() => togglePart(part)} /> {part}
    </label>
  );
}
