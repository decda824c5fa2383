import { deepStrictEqual } from "node:assert/strict";
import type { Article, Contender } from "./contender.js";
import { type Inputs, type Need, type Samples, TITLES } from "./needs.js";

/** Throws if a contender finds other articles, or includes others, than the reference. */
export async function checkSame(reference: Contender, contender: Contender, samples: Samples): Promise<void> {
  for (const need of Object.keys(samples) as Need[]) {
    if (!contender.needs[need]) continue;
    for (const input of samples[need]) {
      const expected = await answer(reference, need, input);
      if (expected.length === 0) throw new Error(`${TITLES[need]}: no article was found, so it compares nothing.`);
      deepStrictEqual(await answer(contender, need, input), expected, `${contender.title}, ${TITLES[need]}`);
    }
  }
}

async function answer(contender: Contender, need: Need, input: Inputs[Need]) {
  const ask = contender.needs[need] as (input: Inputs[Need]) => Promise<unknown>;
  const articles = await contender.articlesIn(await ask(input));
  return articles.map((article) => comparable(article, need));
}

function comparable(article: Article, need: Need) {
  const { id, title, body, published, created_at } = article;
  const hasOrigin = need === "byKeys";
  const hasRemarks = need === "byKey" || need === "afterKey";
  const isIncluded = need === "page" || need === "keyset" || need === "one";
  return {
    ...{ id, title, body, published, created_at: timeOf(created_at) },
    ...(isIncluded && {
      author: article.author,
      comments: article.comments?.map(({ id, text, created_at }) => ({ id, text, created_at: timeOf(created_at) })),
    }),
    ...(hasRemarks && {
      remarks: article.remarks?.map(({ id, text, created_at }) => ({ id, text, created_at: timeOf(created_at) })),
    }),
    ...(hasOrigin && { origin: article.origin && { id: article.origin.id, title: article.origin.title } }),
    ...(need === "one" && { categories: article.categories?.map(({ id, name }) => ({ id, name })) }),
  };
}

function timeOf(time: Date | string): number {
  return new Date(time).getTime();
}
