import { attr, belongsTo, hasMany, SpraypaintBase } from "spraypaint";
import { expect } from "vitest";
import type { Untyped } from "./untyped.js";

/** spraypaint: `method` inside of identifiers, `included` in what it sends, and edits of nothing. */
export async function driveSpraypaint(url: string): Promise<void> {
  const { origin: baseUrl, pathname: apiNamespace } = new URL(url);
  const keyCase = { server: "snake", client: "snake" };
  const Base: Untyped = (SpraypaintBase as Untyped).extend({ static: { baseUrl, apiNamespace, keyCase } });
  const define = (jsonapiType: string, attrs: object) => Base.extend({ static: { jsonapiType }, attrs });
  const User = define("users", { username: attr(), email: attr(), articles: hasMany("articles") });
  const Category = define("categories", { name: attr() });
  const Article = define("articles", {
    title: attr(),
    content: attr(),
    published: attr(),
    created_at: attr({ persist: false }),
    author: belongsTo("users"),
    categories: hasMany("categories"),
  });

  const query = Article.includes(["author", "categories"])
    .order({ created_at: "desc" })
    .select({ users: ["username"] });
  const { data } = await query
    .extraParams({ page: { limit: 3 } })
    .where({ title: { contains: "a" } })
    .all();
  expect(data).toHaveLength(3);
  expect(data.every(({ author }: Untyped) => !author || author.username)).toBe(true);
  const nested = await Article.includes({ author: "articles" }).find(1);
  expect(nested.data.author.articles.length).toBeGreaterThan(1);

  const article = new Article({ title: "By spraypaint", content: "x" });
  article.author = (await User.find(2)).data;
  article.categories = [(await Category.find(1)).data];
  expect(await article.save({ with: ["author.id", "categories.id"] })).toBe(true);
  expect(await article.save()).toBe(true); // nothing has changed
  article.title = "By spraypaint, edited";
  expect(await article.save()).toBe(true);
  const read = (await Article.includes(["author", "categories"]).find(article.id)).data;
  expect([read.title, read.author.username, read.categories.length]).toEqual([article.title, "bashir", 1]);

  const refused = new Article({ title: "" });
  expect(await refused.save()).toBe(false);
  expect(await article.destroy()).toBe(true);
  await expect(Article.find(article.id)).rejects.toMatchObject({ response: { status: 404 } });
}
