import type { ReadKey } from "trestle/query";
import { quote } from "../ui/quote.js";

const LISTS: Readonly<Record<string, string>> = { users: "The list of authors", categories: "The list of categories" };

/** A query in words: "The list of drafts". */
export function queryName([, , type, kind, ...rest]: ReadKey): string {
  const state = rest.find((part) => typeof part === "object") ?? {};
  if (kind !== "list") return `Article ${rest[0]}`;
  if (type !== "articles") return LISTS[type] ?? `The list of ${type}`;
  if (state.fields?.articles?.length === 1) return "The search for a title";
  if (state.fields?.articles?.length === 2) return "More by this author";
  const { published, title__contains: words, author, category } = state.filter ?? {};
  const name = `The list of ${published === "false" ? "drafts" : published ? "published articles" : "articles"}`;
  return (
    name +
    (words ? ` with ${quote(`${words}`)}` : "") +
    (author ? " by one author" : "") +
    (category ? " in one category" : "")
  );
}
