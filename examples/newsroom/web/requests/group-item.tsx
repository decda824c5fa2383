import { because } from "./because.js";
import { Code } from "./code.js";
import { type Group, type RefetchEntry, type RequestEntry, requestsOf } from "./log.js";
import { RequestDetails } from "./request-details.js";
import { resultOf } from "./result-of.js";

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** What a person did, as numbered sentences: what was shown at once, what the server said, what was refetched, and what was not. */
export function GroupItem({ group }: { readonly group: Group }) {
  const { title, at, write, requests, refetches, leftAlone } = group;
  const again = new Map(refetches.map((refetch) => [refetch, requestsOf(group, refetch)]));
  const sent = requests.filter((each) => ![...again.values()].flat().includes(each));
  // The view that a save opens reads, too: after what the save did.
  const reads = write ? sent.filter(({ method }) => method === "GET") : [];
  const caused = sent.filter((each) => !reads.includes(each));
  const main = caused.find(({ call }) => call.startsWith("client.articles")) ?? caused[0];
  const own = main ? [main, ...caused.filter((each) => each !== main)] : caused; // what the person looks at comes first
  const all = refetches.length + leftAlone.length;
  const hasNoOutcome = write !== undefined && main?.outcome?.status === "no response";
  // Until the response arrives, the page cannot know which queries it will read again.
  const read = refetches.filter((refetch) => hasNoOutcome || again.get(refetch)?.length);
  const stale = refetches.filter((refetch) => !read.includes(refetch));
  const wasShown = write !== undefined && write.shownAtOnce.length > 0;
  const step = (entry: RequestEntry) => (
    <li key={entry.id}>
      <p>
        {resultOf(entry, wasShown)}
        {entry !== main && purposeOf(entry, main)}
      </p>
      <RequestDetails entry={entry} isOpen={entry === main} />
    </li>
  );
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
        {own.map(step)}
        {read.length > 0 && (
          <li>
            {hasNoOutcome &&
              (write.notice ? "Later, a notice said that the server did it. " : "The server may have done it. ")}
            <b>
              {read.length} of {all}
            </b>{" "}
            {all === 1 ? "query" : "queries"} {refetchedIn(read.map((refetch) => again.get(refetch)?.at(-1)))}:
            <RefetchList refetches={read} requests={again} />
          </li>
        )}
        {stale.length > 0 && (
          <li>
            <b>{stale.length === 1 ? "1 query was" : `${stale.length} queries were`} out of date.</b> The page did not
            show {stale.length === 1 ? "it" : "them"}, and reads {stale.length === 1 ? "it" : "them"} when it does:
            <RefetchList refetches={stale} requests={again} />
          </li>
        )}
        {leftAlone.length > 0 && (
          <li>Not refetched: {inside(inWords([...new Set(leftAlone)]))}. This change cannot be seen there.</li>
        )}
        {reads.map(step)}
      </ol>
    </li>
  );
}

/** Why the form reads something after the server refused what it sent. */
function purposeOf({ method, call }: RequestEntry, refused?: RequestEntry): string {
  if (method !== "GET") return "";
  if (refused?.outcome?.status === 412) return " The form compares both versions.";
  const isSearch = refused?.outcome?.status === 409 && call.includes("title__contains");
  return isSearch ? " The form looks for the article that has this title." : "";
}

/** Only what the server answered is called refetched: it may be away. */
function refetchedIn(requests: readonly (RequestEntry | undefined)[]): string {
  const hasFailed = (request?: RequestEntry) =>
    !request || (request.outcome && !(Number(request.outcome.status) < 500));
  if (requests.some(hasFailed)) return "had to be refetched";
  const isSent = requests.some((request) => !request?.outcome);
  return `${requests.length === 1 ? (isSent ? "is being" : "was") : isSent ? "are being" : "were"} refetched`;
}

/** "The list of articles and article 3". */
function inWords(names: readonly string[]): string {
  const rest = names.slice(1).map(inside);
  return rest.length === 0 ? (names[0] ?? "") : `${[names[0], ...rest.slice(0, -1)].join(", ")} and ${rest.at(-1)}`;
}

/** Words as they stand inside a sentence. */
function inside(words: string): string {
  return `${words[0]?.toLowerCase()}${words.slice(1)}`;
}

interface RefetchListProps {
  readonly refetches: readonly RefetchEntry[];
  readonly requests: ReadonlyMap<RefetchEntry, readonly RequestEntry[]>;
}

function RefetchList({ refetches, requests }: RefetchListProps) {
  return (
    <ul>
      {refetches.map((refetch) => {
        const own = requests.get(refetch) ?? [];
        return (
          <li key={refetch.call} className={own.length > 0 ? "again" : "again out-of-date"}>
            <b>{refetch.name}</b>, because {because(refetch.reason, refetch.call)}.
            {own.length === 0 && <Code>{refetch.call}</Code>}
            {own.map((entry) => (
              <RequestDetails key={entry.id} entry={entry} />
            ))}
          </li>
        );
      })}
    </ul>
  );
}
