import { Code } from "./code.js";
import type { Group, RefetchEntry, RequestEntry } from "./log.js";
import { useHiddenParts } from "./panel-parts.js";
import { RequestItem } from "./request-item.js";

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** What a person did, the requests that it took, and the queries that were fetched again because of it. */
export function GroupItem({ group: { title, at, write, requests, refetches, leftAlone } }: { readonly group: Group }) {
  const again = new Map(
    refetches.map(({ call }) => [call, requests.find((each) => each.method === "GET" && each.call === call)]),
  );
  const own = requests.filter((each) => ![...again.values()].includes(each));
  const all = new Set([...refetches.map(({ name }) => name), ...leftAlone]).size;
  return (
    <li className="group">
      <h3>
        {title}
        <time dateTime={at.toISOString()}>{clock.format(at)}</time>
      </h3>
      {write && <WriteTags write={write} />}
      {own.map((entry) => (
        <RequestItem key={entry.id} entry={entry} />
      ))}
      {refetches.length > 0 && (
        <p className="why">
          Then {refetches.length} of the {Math.max(all, refetches.length)} queries that the page holds may be out of
          date:
        </p>
      )}
      {refetches.map((refetch) => (
        <RefetchItem key={refetch.call} refetch={refetch} request={again.get(refetch.call)} />
      ))}
      {leftAlone.length > 0 && <p className="left-alone">Left alone: {leftAlone.join(", ").toLowerCase()}.</p>}
    </li>
  );
}

function WriteTags({ write: { shownAtOnce, outcome } }: { readonly write: NonNullable<Group["write"]> }) {
  return (
    <p className="tags">
      {shownAtOnce.length > 0 && <span className="tag">shown at once in {shownAtOnce.join(", ").toLowerCase()}</span>}
      {outcome && (
        <span className={outcome.isDone ? "tag" : "tag tag-bad"}>
          {outcome.isDone ? "confirmed" : shownAtOnce.length > 0 ? "refused, and taken back" : "refused"} after{" "}
          {Math.round(outcome.milliseconds)} ms
        </span>
      )}
    </p>
  );
}

interface RefetchItemProps {
  readonly refetch: RefetchEntry;
  readonly request: RequestEntry | undefined;
}

function RefetchItem({ refetch: { name, call, reason }, request }: RefetchItemProps) {
  const hidden = useHiddenParts();
  return (
    <div className="again">
      <p className="why">
        <b>{name}</b>: {reason}
      </p>
      {request ? (
        <RequestItem entry={request} />
      ) : (
        <div className="request">
          {!hidden.has("call") && <Code>{call}</Code>}
          <p className="facts">Fetched when the page next shows it.</p>
        </div>
      )}
    </div>
  );
}
