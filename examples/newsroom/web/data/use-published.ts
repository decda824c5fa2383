import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ResponseError } from "trestle/client";
import { mutationOptions } from "trestle/query";
import { forget, notify } from "../notices/notices.js";
import { say } from "../requests/said.js";
import { explainWrite, isUnreachable } from "../ui/explain.js";
import { client, type ListedArticle } from "./client.js";
import { notePublishing } from "./publishing.js";
import { quote } from "../ui/quote.js";

/** What a notice is about that says what became of an article: the next one takes its place. */
export const stateOf = (id: string) => `state ${id}`;

/**
 * Publishes an article, and makes it a draft again. Every list and view that shows it says so at once, and takes it
 * back if the server refuses.
 */
export function usePublished({ id, title, published }: Pick<ListedArticle, "id" | "title" | "published">) {
  const about = { publish: `publish ${id}`, withdraw: `withdraw ${id}`, done: stateOf(id) };
  useEffect(() => forget(`${published ? "publish" : "withdraw"} ${id}`), [id, published]);
  const { mutate: update } = useMutation(
    mutationOptions(client.articles, "update", {
      meta: { ...say("unpublish", quote(title)) },
      optimistic: true,
      onSuccess: () => notify(`${quote(title)} is a draft again.`, { about: about.done }),
      onError: (error) =>
        offerAgain(
          explainWrite(error, `${quote(title)} was not made a draft`, `${quote(title)} is a draft again`),
          error,
          about.withdraw,
          withdraw,
        ),
      onSettled: () => notePublishing(id, false),
    }),
  );
  const withdraw = () => {
    notePublishing(id, true);
    update({ id, published: false });
  };
  const { mutate: call } = useMutation(
    mutationOptions(client.articles.command.publish, {
      meta: { ...say("publish", quote(title)) },
      optimistic: () => ({ published: true }),
      onSuccess: () =>
        notify(`${quote(title)} is published.`, { about: about.done, action: { label: "Undo", run: withdraw } }),
      onError: (error) =>
        offerAgain(
          explainWrite(error, `${quote(title)} was not published`, `${quote(title)} was published`),
          error,
          about.publish,
          publish,
        ),
      onSettled: () => notePublishing(id, false),
    }),
  );
  const publish = () => {
    notePublishing(id, true);
    call({ id });
  };
  return { publish, withdraw };
}

/** An article that is gone cannot be tried again. */
function offerAgain(text: string, error: ResponseError, about: string, run: () => void): void {
  notify(text, {
    about,
    tone: "bad",
    isAway: isUnreachable(error),
    ...(error.status !== 404 && { action: { label: "Try again", run } }),
  });
}
