import { RequestsIcon } from "../ui/icons.js";
import { hasContent, type Group, requestsOf, useLog } from "./log.js";
import { setPanelOpen, usePanelOpen } from "./panel-open.js";

/** The newest entry of the log in one line, for windows that are too narrow for the panel. A click opens the panel. */
export function Peek() {
  const open = usePanelOpen();
  const newest = useLog().find(hasContent);
  if (open) return null;
  return (
    <button
      type="button"
      className="peek"
      aria-expanded={false}
      aria-controls="requests"
      onClick={() => {
        setPanelOpen(true);
        requestAnimationFrame(() => document.querySelector<HTMLElement>(".requests > ol")?.focus());
      }}
    >
      <RequestsIcon />
      <span>
        <b>Trestle:</b> {newest ? newest.title : "nothing yet"}
      </span>
      {newest && <span className="peek-end">{countOf(newest)}</span>}
      <span className="peek-end peek-show">Show</span>
    </button>
  );
}

/** "· 2 refetches". A long title is cut, and this count is not. */
function countOf(group: Group): string {
  const { refetches, requests } = group;
  const refetched = refetches.filter((refetch) => requestsOf(group, refetch).length > 0).length;
  const [count, thing, plural] =
    refetches.length > 0 ? [refetched, "refetch", "es"] : [requests.length, "request", "s"];
  return `· ${count} ${thing}${count === 1 ? "" : plural}`;
}
