import { Fragment } from "react";
import { Code } from "./code.js";
import { duration } from "./duration.js";
import type { RequestEntry } from "./log.js";

interface RequestDetailsProps {
  readonly entry: RequestEntry;
  readonly isOpen?: boolean;
}

/** A request, to fold out: the client call, the URL that it became, and what came back. */
export function RequestDetails({
  entry: { call, method, url, headers, outcome },
  isOpen = false,
}: RequestDetailsProps) {
  const failed = outcome?.status === "no response" || Number(outcome?.status) >= 400; // not "cancelled"
  return (
    <details className="request" open={isOpen}>
      <summary>
        {outcome?.status === "cancelled" ? "A request that the page cancelled" : "The call and the request"}
      </summary>
      <Code>{call}</Code>
      <p className="url">
        <b>{method}</b> <Breakable text={url} />
      </p>
      {headers.map((header) => (
        <p key={header} className="url">
          {header}
        </p>
      ))}
      <p className="facts">
        <span className={failed ? "outcome outcome-bad" : "outcome"}>{outcome?.status ?? "…"}</span>
        {outcome && <span>{duration(outcome.milliseconds)}</span>}
        {outcome?.bytes !== undefined && <span>{sizeOf(outcome.bytes)}</span>}
      </p>
    </details>
  );
}

const sizeOf = (bytes: number): string => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`);

/** Fits into a line of the panel, so it need not break at its hyphens. */
const SHORT = 30;

/** A URL that may break at its separators. */
function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?=[?&])|(?<=[,/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text, in their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part.length < SHORT ? <span className="unbroken">{part}</span> : part}
    </Fragment>
  ));
}
