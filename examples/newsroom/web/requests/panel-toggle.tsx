import { RequestsIcon } from "../ui/icons.js";
import { setPanelOpen, usePanelOpen } from "./panel-open.js";

/** Opens and closes the panel. */
export function PanelToggle() {
  const open = usePanelOpen();
  return (
    <button
      type="button"
      className="quiet requests-toggle"
      aria-expanded={open}
      aria-controls="requests"
      onClick={() => setPanelOpen(!open)}
    >
      <RequestsIcon />
      <span>What Trestle did</span>
    </button>
  );
}
