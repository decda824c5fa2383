import { expect, test } from "vitest";
import { OPERATORS } from "../../source/store/store.js";
import { wordsOf } from "./parameter-words.js";

test.each([
  ["filter[author]", false, "Only those where `author` is this value."],
  ["filter[id]", true, "Only those where `id` is one of these values, separated by commas."],
  ["filter[title][contains]", false, "Only those where `title` contains this text."],
  ["filter[author][name][gte]", false, "Only those where `author.name` is this value or greater."],
  ["filter[deleted_at][isnull]", false, "Only those where `deleted_at` is null, or with `false` is not null."],
  ["filter[has]", false, "Only those where `has` is this value."], // a field that is called like an operator
  ["filter[title][constructor]", false, "Only those where `title.constructor` is this value."],
  [
    "includeFilter[comments.author][open]",
    false,
    "Of the included `comments.author`, only those where `open` is this value.",
  ],
  ["includePage[comments][limit]", false, "Of the included `comments`, how many to send at most."],
  ["page[offset]", false, "How many to skip. `links.next` in the response is the URL of the next page."],
  ["page[constructor]", false, ""],
  ["page", false, ""],
  ["include", true, ""],
  ["custom_thing", false, ""],
  ["Idempotency-Key", false, ""],
])("%s (list: %s) is explained: %s", (name, isList, words) => {
  expect(wordsOf(name, isList)).toBe(words);
});

test("every operator of a source has words of its own", () => {
  const words = OPERATORS.filter((each) => each !== "eq").map((each) => wordsOf(`filter[title][${each}]`, false));
  expect(words.filter((each) => each.includes("`title`"))).toEqual(words);
  expect(new Set(words).size).toBe(words.length);
});
