import coloquent from "coloquent";
import { expect } from "vitest";
import type { Untyped } from "./untyped.js";

/** coloquent: a Content-Type on every request, and edits that send all that it has read. */
export async function driveColoquent(url: string): Promise<void> {
  const { Model, PaginationStrategy, SortDirection } = coloquent as Untyped;
  class Base extends Model {
    getJsonApiBaseUrl() {
      return url;
    }
  }
  class User extends Base {
    jsonApiType = "users";
  }
  class Category extends Base {
    jsonApiType = "categories";
  }
  class Article extends Base {
    static pageSize = 3;
    static paginationStrategy = PaginationStrategy.OffsetBased;
    static paginationOffsetParamName = "page[offset]";
    static paginationLimitParamName = "page[limit]";
    jsonApiType = "articles";
    author() {
      return this.hasOne(User, "author");
    }
    categories() {
      return this.hasMany(Category, "categories");
    }
  }
  // Its classes come untyped.
  const [Articles, Users]: Untyped[] = [Article, User];

  const query = Articles.with("author").with("categories").orderBy("created_at", SortDirection.DESC);
  const list = (await query.where("title][contains", "a").get()).getData();
  expect(list).toHaveLength(3);
  expect(list[0].getRelation("author").getAttribute("username")).toEqual(expect.any(String));
  expect(list[0].getRelation("categories")[0].getAttribute("name")).toEqual(expect.any(String));
  const next = (
    await Articles.with("author").with("categories").orderBy("created_at", SortDirection.DESC).get(2)
  ).getData();
  expect(next).toHaveLength(3);

  const article: Untyped = new Article();
  article.setAttribute("title", "By coloquent");
  article.setAttribute("content", "x");
  article.setRelation("author", (await Users.find(2)).getData());
  const id = (await article.save()).getModelId();
  const read = (await Articles.with("author").with("categories").find(id)).getData();
  read.setAttribute("title", "By coloquent, edited");
  await read.save();
  const again = (await Articles.with("author").with("categories").find(id)).getData();
  expect(again.getAttribute("title")).toBe("By coloquent, edited");
  expect(again.getRelation("author").getAttribute("username")).toBe("bashir");
  await again.delete();
  await expect(Articles.find(id)).rejects.toThrow("404");
}
