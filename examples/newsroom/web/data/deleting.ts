import { notify } from "../notices/notices.js";
import { begin, change } from "../requests/log.js";
import { say } from "../requests/said.js";
import { explainWrite, isUnreachable } from "../ui/explain.js";
import { createStore } from "../ui/store.js";
import { client } from "./client.js";
import { stateOf } from "./use-published.js";
import { quote } from "../ui/quote.js";

/** How long a deletion can be taken back, in milliseconds. */
const SECOND_THOUGHTS = 8000;

const hidden = createStore<ReadonlySet<string>>(new Set());

/** The articles that are deleted, or about to be: no list shows them. */
export const useDeleted = hidden.use;

/**
 * Hides the article, and deletes it when the time to undo that is over. Whoever closes the page before has deleted
 * nothing: of the two ways to be wrong, this is the one that loses no work.
 */
export function deleteArticle(id: string, title: string): void {
  hidden.set(new Set(hidden.get()).add(id));
  notify(`${quote(title)} will be deleted in ${SECOND_THOUGHTS / 1000} seconds.`, {
    about: stateOf(id),
    milliseconds: SECOND_THOUGHTS,
    action: { label: "Undo", run: () => void keep(id, title) },
    onGone: () => void send(id, title),
  });
}

/** Shows the article again, if it is still there: another window may have deleted it. */
async function keep(id: string, title: string): Promise<void> {
  show(id);
  begin(`You kept ${quote(title)}`);
  const { error } = await client.articles.get(id).safe();
  if (error?.status === 404)
    notify(`${quote(title)} does not come back. Somebody else has deleted it.`, { tone: "bad" });
}

async function send(id: string, title: string): Promise<void> {
  const { doing, did, tried } = say("delete", quote(title));
  const group = begin(doing, true);
  const start = performance.now();
  // The plain client is enough: connectQueries sees its writes as well, and refetches the lists.
  const { error } = await client.articles.delete(id).safe();
  const isGone = error === undefined || error.status === 404;
  const outcome = { isDone: isGone, milliseconds: performance.now() - start };
  change(group, ({ write }) => ({ title: isGone ? did : tried, write: { shownAtOnce: [], ...write, outcome } }));
  if (isGone) return;
  show(id);
  notify(explainWrite(error, `${quote(title)} could not be deleted`, `${quote(title)} was deleted`), {
    about: `delete ${id}`,
    tone: "bad",
    isAway: isUnreachable(error),
    action: { label: "Try again", run: () => deleteArticle(id, title) },
  });
}

function show(id: string): void {
  const rest = new Set(hidden.get());
  rest.delete(id);
  hidden.set(rest);
}
