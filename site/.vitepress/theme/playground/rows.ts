import { articleCategoryRows, articleRows as rows } from "../../../../examples/newsroom/db/seed-rows.js";

export { categoryRows, userRows } from "../../../../examples/newsroom/db/seed-rows.js";

/** The newsroom's articles, with the ids of their author and categories. */
export const articleRows = rows.map(({ author_id, ...row }) => ({
  ...row,
  version: 1,
  author: author_id,
  categories: articleCategoryRows
    .filter(({ article_id }) => article_id === row.id)
    .map(({ category_id }) => category_id),
}));
