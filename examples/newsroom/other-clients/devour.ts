// @ts-expect-error: it has no types
import Devour from "devour-client";
import { expect } from "vitest";
import type { Untyped } from "./untyped.js";

/** devour-client: Content-Type on every request, raw brackets, and a resource's links sent back. */
export async function driveDevour(url: string): Promise<void> {
  const api: Untyped = new (Devour.default ?? Devour)({ apiUrl: url, pluralize: false, logger: false });
  const one = (type: string) => ({ jsonApi: "hasOne", type });
  const many = (type: string) => ({ jsonApi: "hasMany", type });
  const attributes = { title: "", content: "", published: false, created_at: "" };
  api.define("articles", { ...attributes, author: one("users"), categories: many("categories") });
  api.define("users", { username: "", email: "", articles: many("articles") });
  api.define("categories", { name: "" });

  const query = {
    include: "author,categories",
    sort: "-created_at",
    page: { offset: 1, limit: 3 },
    filter: { title: { contains: "a" } },
    fields: { users: "username" },
  };
  const list = await api.findAll("articles", query);
  expect(list.data).toHaveLength(3);
  expect(list.data.every(({ author }: Untyped) => author === null || author.username)).toBe(true);
  expect(list.data[0].categories[0].name).toEqual(expect.any(String));
  expect(list.meta.total).toBeGreaterThan(20);

  const author = { type: "users", id: "2" };
  const input = { title: "By devour", content: "x", author, categories: [{ type: "categories", id: "1" }] };
  const { data: created } = await api.create("articles", input);
  const { data: edited } = await api.update("articles", { ...created, title: "By devour, edited" });
  expect(edited).toMatchObject({ id: created.id, title: "By devour, edited", author, created_at: created.created_at });
  const related = await api.one("articles", created.id).all("author").get();
  expect(related.data.username).toBe("bashir");
  const refused = await api.create("articles", { title: "" }).catch((errors: Untyped) => errors);
  expect(Object.keys(refused)).toContain("title");
  await api.destroy("articles", created.id);
  await expect(api.find("articles", created.id)).rejects.toBeDefined();
}
