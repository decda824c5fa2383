import * as newsroom from "../../../../examples/newsroom/db/seed-rows.js";

export const { categoryRows, userRows } = newsroom;

/** The newsroom's articles, with the ids of their author and categories. */
export const articleRows = newsroom.articleRows.map(({ author_id, ...row }) => ({
  ...row,
  version: 1,
  author: author_id,
  categories: newsroom.articleCategoryRows
    .filter(({ article_id }) => article_id === row.id)
    .map(({ category_id }) => category_id),
}));
