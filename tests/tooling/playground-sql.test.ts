import { expect, test } from "vitest";
import { formattedSql } from "../../site/.vitepress/theme/playground/formatted-sql.js";

test("the playground shows a statement with a line for each clause, and without quotes that names do not need", () => {
  const query =
    'with "#0"("c0", "c1") as materialized (select "id", array_to_json(array(select "#linked"."category_id"::text from ' +
    '"article_categories" "#linked" where "#linked"."article_id" = "articles"."id")) from "articles" where ' +
    '"articles"."title" = \'from "here"\' and "articles"."order" = $1 limit 5), "#1"("c0") as materialized (select count(*) ' +
    'from "articles") select 0, "#0".*, "#1".* from "#0" left join "#1" on false union all select 1, null from "#1"';
  expect(formattedSql(query)).toBe(`with "#0"(c0, c1) as materialized (
  select id, array_to_json(array(
    select "#linked".category_id::text
    from article_categories "#linked"
    where "#linked".article_id = articles.id
  ))
  from articles
  where articles.title = 'from "here"' and articles."order" = $1
  limit 5
),
"#1"(c0) as materialized (select count(*) from articles)
select 0, "#0".*, "#1".*
from "#0"
left join "#1" on false
union all
select 1, null
from "#1"`);
});

test("it adds and removes nothing but quotes and space", () => {
  const query = `insert into "articles" ("title", "user") values ($1, 'it''s (a) "text"') returning "id"`;
  const bare = (text: string) => text.replace(/[\s"]/g, "");
  expect(bare(formattedSql(query))).toBe(bare(query));
  expect(formattedSql(query)).toContain(`'it''s (a) "text"'`);
  expect(formattedSql(query)).toContain('"user"');
});
