const WORDS: Readonly<Record<string, string>> = { articles: "article", users: "author", categories: "category" };

/** The reasons that Trestle gives, and what they mean for the person who made the change. */
const MEANINGS: readonly (readonly [reason: RegExp, meaning: (thing: string) => string])[] = [
  [/ deleted.* (lists|is filtered)/, (thing) => `it may no longer contain this ${thing}`],
  [/ created.* (lists|is filtered|may show|shows the links)/, (thing) => `it may now contain this ${thing}`],
  [/ (lists|is filtered|may list)/, (thing) => `it may now contain this ${thing}, or no longer`],
  [/ may be filtered or sorted/, () => "its order may depend on this change"],
  [/ holds it/, (thing) => `it contains this ${thing}`],
  [/ refers to it/, (thing) => `it shows this ${thing} at another one`],
  [/ reads its categories/, () => "it reads the categories of this article"],
  [/ reads its author/, () => "it reads the author of this article"],
  [/ (shows the links|reads the )/, (thing) => `it shows which ${thing} belongs to what`],
  [/ (has no response yet|is on its way)/, () => "its response was on its way, and may be older than the change"],
  [/^changed while/, () => "something changed while the page opened, or shortly before"],
  [/^notices may be missing/, () => "changes of others may have been missed"],
];

/** Why a query was refetched, as the end of a sentence: "it contains this article". The call is that of the query. */
export function because(reason: string, call: string): string {
  const [, type = "", id] = /\b(articles|users|categories)\b(?: (\d+))?/.exec(reason) ?? [];
  const thing = WORDS[type] ?? "change";
  if (reason.endsWith(" holds it") && call.startsWith(`client.${type}.get("${id}")`)) return `it is this ${thing}`;
  const [, meaning] = MEANINGS.find(([pattern]) => pattern.test(reason)) ?? [];
  return meaning?.(thing) ?? "Trestle cannot be sure that it shows the same as before";
}
