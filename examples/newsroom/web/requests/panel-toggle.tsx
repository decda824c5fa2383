import { RequestsIcon } from "../ui/icons.js";
import { togglePanel, usePanelOpen } from "./panel-open.js";

/** Opens and closes the panel. */
export function PanelToggle() {
  const open = usePanelOpen();
  return (
    <button
      type="button"
      className="quiet requests-toggle"
      aria-expanded={open}
      aria-controls="requests"
      onClick={togglePanel}
    >
      <RequestsIcon />
      <span>What Trestle did</span>
    </button>
  );
}
