import type { KeyboardEvent } from "react";
import { CloseIcon } from "../ui/icons.js";
import { LogItem } from "./log-item.js";
import { clearLog, useLog } from "./log.js";
import { setPanelOpen, usePanelOpen } from "./panel-open.js";

/** Each request as the URL that it became, and each refetch with its reason. */
export function RequestsPanel() {
  const open = usePanelOpen();
  const log = useLog();
  function leave({ key }: KeyboardEvent) {
    if (key !== "Escape") return;
    setPanelOpen(false);
    document.querySelector<HTMLElement>(".requests-toggle")?.focus();
  }
  return (
    <aside id="requests" className="requests" aria-label="Requests" hidden={!open} onKeyDown={leave}>
      <header>
        <h2>Requests</h2>
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
      {log.length === 0 && <p className="hint">What the page asks of the API appears here.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which without a mouse needs the focus */}
      <ol tabIndex={0} aria-label="Newest first">
        {log.map((entry) => (
          <LogItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </aside>
  );
}
