import { Fragment } from "react";
import type { LogEntry, RefetchEntry, RequestEntry } from "./log.js";

export function LogItem({ entry }: { readonly entry: LogEntry }) {
  return entry.kind === "request" ? <RequestItem entry={entry} /> : <RefetchItem entry={entry} />;
}

function RequestItem({ entry: { method, url, outcome } }: { readonly entry: RequestEntry }) {
  const [path, query] = url.split(/\?(.*)/s);
  const failed = outcome && (typeof outcome.status !== "number" || outcome.status >= 400);
  return (
    <li className="log-item">
      <p className="log-head">
        <span className={`method method-${method.toLowerCase()}`}>{method}</span>
        <span className={failed ? "outcome outcome-bad" : "outcome"}>{outcome?.status ?? "…"}</span>
        <span className="duration">{outcome && `${Math.round(outcome.milliseconds)} ms`}</span>
      </p>
      <code>
        {path}
        {query?.split("&").map((parameter, index) => (
          <span key={parameter} className="parameter">
            {index === 0 ? "?" : "&"}
            {parameter.split(",").map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text, in their places
              <Fragment key={place}>
                {place > 0 && ","}
                {place > 0 && <wbr />}
                {part}
              </Fragment>
            ))}
          </span>
        ))}
      </code>
    </li>
  );
}

function RefetchItem({ entry: { query, reason } }: { readonly entry: RefetchEntry }) {
  return (
    <li className="log-item log-refetch">
      <p className="log-head">
        <span className="method">Again</span>
        <code>{query}</code>
      </p>
      <p>{reason}</p>
    </li>
  );
}
