import { because } from "./because.js";
import { Code } from "./code.js";
import type { Group, RefetchEntry, RequestEntry } from "./log.js";
import { RequestDetails } from "./request-details.js";
import { resultOf } from "./result-of.js";

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** What a person did, as numbered sentences: what was shown at once, what the server said, what was refetched, and what was not. */
export function GroupItem({ group: { title, at, write, requests, refetches, leftAlone } }: { readonly group: Group }) {
  const again = new Map(
    refetches.map(({ call }) => [call, requests.find((each) => each.method === "GET" && each.call === call)]),
  );
  const sent = requests.filter((each) => ![...again.values()].includes(each));
  const main = sent.find(({ call }) => call.startsWith("client.articles")) ?? sent[0];
  const own = main ? [main, ...sent.filter((each) => each !== main)] : sent; // what the person looks at comes first
  const all = Math.max(new Set([...refetches.map(({ name }) => name), ...leftAlone]).size, refetches.length);
  const hasNoOutcome = write !== undefined && main?.outcome?.status === "no response";
  const wasShown = write !== undefined && write.shownAtOnce.length > 0;
  return (
    <li className="group">
      <h3>
        {title}
        <time dateTime={at.toISOString()}>{clock.format(at)}</time>
      </h3>
      <ol>
        {wasShown && (
          <li>
            {inWords(write.shownAtOnce)} showed it <b>at once</b>, before the server responded.
          </li>
        )}
        {own.map((entry) => (
          <li key={entry.id}>
            <p>{resultOf(entry, wasShown)}</p>
            <RequestDetails entry={entry} isOpen={entry === main} />
          </li>
        ))}
        {refetches.length > 0 && (
          <li>
            {hasNoOutcome && "The server may have done it. "}
            <b>
              {refetches.length} of {all}
            </b>{" "}
            {all === 1 ? "query" : "queries"} {refetchedIn(hasNoOutcome, refetches.length)}:
            <ul>
              {refetches.map((refetch) => (
                <RefetchItem key={refetch.call} refetch={refetch} request={again.get(refetch.call)} />
              ))}
            </ul>
          </li>
        )}
        {leftAlone.length > 0 && (
          <li>Not refetched: {inWords(leftAlone).toLowerCase()}. This change cannot be seen there.</li>
        )}
      </ol>
    </li>
  );
}

function refetchedIn(hasNoOutcome: boolean, count: number): string {
  if (hasNoOutcome) return "must be refetched"; // the server may still be away
  return `${count === 1 ? "was" : "were"} refetched`;
}

/** "The list of articles and article 3". */
function inWords(names: readonly string[]): string {
  const rest = names.slice(1).map((name) => name[0]?.toLowerCase() + name.slice(1));
  return rest.length === 0 ? (names[0] ?? "") : `${[names[0], ...rest.slice(0, -1)].join(", ")} and ${rest.at(-1)}`;
}

interface RefetchItemProps {
  readonly refetch: RefetchEntry;
  readonly request: RequestEntry | undefined;
}

function RefetchItem({ refetch: { name, call, reason }, request }: RefetchItemProps) {
  return (
    <li className="again">
      <b>{name}</b>, because {because(reason)}.{request ? "" : " It is read when the page shows it again."}
      {request ? <RequestDetails entry={request} /> : <Code>{call}</Code>}
    </li>
  );
}
