import { useMutation } from "@tanstack/react-query";
import { atomicOptions, mutationOptions } from "trestle/query";
import { client } from "../data/client.js";
import { notify } from "../notices/notices.js";
import { say } from "../requests/said.js";
import { navigate } from "../router/history.js";
import { paths } from "../router/route.js";
import type { ArticleValues } from "./values.js";
import { quote } from "../ui/quote.js";

/** How often a create is sent again. Its key lets the server do it once, however often it arrives. */
const TRIES = 4;

/** Creates an article, and in the same request the new category that it is filed under. */
export function useCreate(values: ArticleValues, discard: () => void) {
  const { category, ...fields } = values;
  const input = { ...fields, author: fields.author || null };
  const title = values.title ? quote(values.title) : "an article without a title";
  const settings = {
    retry: TRIES,
    meta: { ...say("create", title + (category && ` and the category ${quote(category)}`)) },
    onSuccess() {
      discard();
      notify(`${quote(values.title)} was created as a draft.`);
    },
  };
  const alone = useMutation(mutationOptions(client.articles, "create", settings));
  const both = useMutation(
    atomicOptions(
      client,
      (tx, { name, ...article }: typeof input & { readonly name: string }) => {
        const created = tx.categories.create({ name });
        const categories = [...article.categories, created];
        return [created, tx.articles.create({ ...article, categories })];
      },
      settings,
    ),
  );
  const open = (id: string) => navigate(paths.reader(id), "replace"); // a user who opened another view stays there

  function create() {
    // Only the last attempt counts: an older refusal would come back when the form is empty again.
    (category ? alone : both).reset();
    if (category) both.mutate({ ...input, name: category }, { onSuccess: ([, { id }]) => open(id) });
    else alone.mutate(input, { onSuccess: ({ id }) => open(id) });
  }
  return { create, mutation: both.isIdle ? alone : both };
}
