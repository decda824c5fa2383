import type { Variants } from "./variants.js";

/** A function of the built library that no entry point exports. */
async function internal<T>(path: string, name: string): Promise<T> {
  const module: Record<string, unknown> = await import(new URL(path, import.meta.resolve("trestle")).href);
  return module[name] as T; // typed by the caller
}

const isoDate = await internal<(date: Date) => string>("./protocol/text/iso-date.js", "isoDate");
const quote = await internal<(text: string) => string>("./protocol/text/json-string.js", "quote");
const titles = ["A title", "Another title of an article", "Größe and weight", 'A "quoted" title'];

/** Dates of a few days, as the rows of a list have them: protocol/text/iso-date.ts. */
export const dates: Variants = {
  kept: "isoDate",
  run: {
    isoDate: (index) => isoDate(new Date(1.7e12 + (index % 1000) * 60_000)).length,
    toISOString: (index) => new Date(1.7e12 + (index % 1000) * 60_000).toISOString().length,
  },
};

/** Titles of articles: protocol/text/json-string.ts. */
export const strings: Variants = {
  kept: "quote",
  run: {
    quote: (index) => quote(titles[index % 4] ?? "").length,
    "JSON.stringify": (index) => JSON.stringify(titles[index % 4]).length,
  },
};
