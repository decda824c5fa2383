const WORDS: Readonly<Record<string, string>> = { articles: "article", users: "author", categories: "category" };

/** The reasons that Trestle gives, and what they mean for the person who made the change. */
const MEANINGS: readonly (readonly [reason: RegExp, meaning: (thing: string) => string])[] = [
  [/ deleted.* (lists|is filtered)/, (thing) => `it may no longer contain this ${thing}`],
  [/ (lists|is filtered|may list)/, (thing) => `it may now contain this ${thing}, or no longer`],
  [/ created.* (lists|may show)/, (thing) => `it may now contain this ${thing}`],
  [/ holds it/, (thing) => `it contains this ${thing}`],
  [/ refers to it/, (thing) => `it shows this ${thing} at another one`],
  [/ reads its categories/, () => "it reads the categories of this article"],
  [/ reads its author/, () => "it reads the author of this article"],
  [/ (shows the links|reads the )/, (thing) => `it shows which ${thing} belongs to what`],
  [/ (has no response yet|is on its way)/, () => "its response was on its way, and may be older than the change"],
  [/^changed while/, () => "something changed while the page opened, or shortly before"],
  [/^notices may be missing/, () => "changes of others may have been missed"],
];

/** Why a query was refetched, as the end of a sentence: "it contains this article". */
export function because(reason: string): string {
  const thing = WORDS[/\b(articles|users|categories)\b/.exec(reason)?.[1] ?? ""] ?? "change";
  const [, meaning] = MEANINGS.find(([pattern]) => pattern.test(reason)) ?? [];
  return meaning?.(thing) ?? "Trestle cannot be sure that it shows the same as before";
}
