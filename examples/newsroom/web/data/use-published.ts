import { useMutation } from "@tanstack/react-query";
import type { ResponseError } from "trestle/client";
import { mutationOptions } from "trestle/query";
import { notify } from "../notices/notices.js";
import { say } from "../requests/said.js";
import { explainWrite } from "../ui/explain.js";
import { client, type ListedArticle } from "./client.js";
import { quote } from "../ui/quote.js";

/**
 * Publishes an article, and makes it a draft again. Every list and view that shows it says so at once, and takes it
 * back if the server refuses.
 */
export function usePublished({ id, title }: Pick<ListedArticle, "id" | "title">) {
  const { mutate: update } = useMutation(
    mutationOptions(client.articles, "update", {
      meta: { ...say("unpublish", quote(title)) },
      optimistic: true,
      onSuccess: () => notify(`${quote(title)} is a draft again.`),
      onError: (error) =>
        offerAgain(
          explainWrite(error, `${quote(title)} was not made a draft`, `${quote(title)} is a draft again`),
          error,
          withdraw,
        ),
    }),
  );
  const withdraw = () => update({ id, published: false });
  const { mutate: call } = useMutation(
    mutationOptions(client.articles.command.publish, {
      meta: { ...say("publish", quote(title)) },
      optimistic: () => ({ published: true }),
      onSuccess: () => notify(`${quote(title)} is published.`, { action: { label: "Undo", run: withdraw } }),
      onError: (error) =>
        offerAgain(
          explainWrite(error, `${quote(title)} was not published`, `${quote(title)} was published`),
          error,
          publish,
        ),
    }),
  );
  const publish = () => call({ id });
  return { publish, withdraw };
}

/** Stays for twice the usual time, because it asks for a decision. An article that is gone cannot be tried again. */
function offerAgain(text: string, error: ResponseError, run: () => void): void {
  const action = error.status === 404 ? undefined : { label: "Try again", run };
  notify(text, { tone: "bad", milliseconds: 12_000, ...(action && { action }) });
}
