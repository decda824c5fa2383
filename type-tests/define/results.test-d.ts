import { numberPage, offsetPage, respond } from "trestle";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { articles, row, users } from "./blog.js";

test("a row, or an envelope, now or later", () => {
  articles.getOne(() => row);
  articles.getOne(async () => row);
  articles.getOne(() => respond(row));
  articles.getOne(async () => respond(row, { meta: { took: 3 }, links: { help: "/help", next: null } }));
  articles.createOne(() => respond(row, { included: { users: [{ id: 7, username: "ann" }] } }));
  articles.getOne(({ id }) => (id === 1 ? row : respond(row)));
  // @ts-expect-error the envelope's row is checked, too
  articles.getOne(() => respond({ ...row, title: 1 }));
  // @ts-expect-error a list of rows is not one
  articles.getOne(() => respond([row]));
  // @ts-expect-error included takes rows by type
  articles.getOne(() => respond(row, { included: [row] }));
});

test("a paged list says where it ends", () => {
  articles.getMany({ page: offsetPage() }, () => respond([row], { total: 1 }));
  articles.getMany({ page: offsetPage() }, async () => respond([row], { hasMore: false }));
  articles.getMany({ page: numberPage() }, () => respond([row], { total: 1, hasMore: false, meta: {} }));
  users.getRelated("articles", { page: offsetPage() }, () => respond([{ id: 1 }], { total: 1 }));
  // @ts-expect-error neither total nor hasMore
  articles.getMany({ page: offsetPage() }, () => [row]);
  // @ts-expect-error neither total nor hasMore
  articles.getMany({ page: numberPage() }, async () => respond([row]));
  // @ts-expect-error neither total nor hasMore
  articles.getMany({ page: offsetPage() }, () => respond([row], { meta: { total: 1 } }));
  // @ts-expect-error neither total nor hasMore
  users.getRelated("articles", { page: offsetPage() }, () => [{ id: 1 }]);
  // @ts-expect-error the rows are checked, too
  articles.getMany({ page: offsetPage() }, () => respond([{ id: 1 }], { total: 1 }));
});

test("the response of another operation keeps its kind where respond adds to it", () => {
  const page = respond([row], { total: 1 });
  articles.getMany({ page: offsetPage() }, () => respond(page, { meta: { took: 3 } }));
  articles.getOne(() => respond(respond(row), { meta: { took: 3 } }));
  // @ts-expect-error neither total nor hasMore
  articles.getMany({ page: offsetPage() }, () => respond(respond([row]), { meta: { took: 3 } }));
});

test("without such a page it may, and links are its own", () => {
  articles.getMany(() => respond([row]));
  articles.getMany(() => respond([row], { total: 1 }));
  articles.getMany({ page: z.int() }, ({ page }) => respond([row], { links: { next: { page: page + 1 } } }));
  articles.getMany({ page: { after: z.string() } }, () => [row]);
});

test("respond.sparse: what fields left out may be missing, what is there is checked", () => {
  articles.getOne(() => respond.sparse({ id: 1 }));
  articles.getOne(() => respond.sparse({ id: 1, title: "Zod" }));
  articles.getMany(() => respond.sparse([{ id: 1, author: 7 }], { meta: {} }));
  articles.getMany({ page: offsetPage() }, () => respond.sparse([{ id: 1, title: "Zod" }], { total: 1 }));
  users.getRelated("articles", () => respond.sparse([{ id: 1 }]));
  // @ts-expect-error the id is always there
  articles.getOne(() => respond.sparse({ title: "Zod" }));
  // @ts-expect-error a wrong type
  articles.getOne(() => respond.sparse({ id: 1, title: 1 }));
  // @ts-expect-error neither total nor hasMore
  articles.getMany({ page: offsetPage() }, () => respond.sparse([{ id: 1 }]));
});

test("writes that answer nothing return nothing", () => {
  articles.deleteOne(() => {});
  articles.deleteOne(async () => {});
  articles.editRelationship("author", () => {});
  // @ts-expect-error nothing is sent
  articles.deleteOne(() => row);
  // @ts-expect-error nothing is sent
  articles.addToRelationship("categories", async () => [1]);
});

test("an envelope shows what it was made of", () => {
  expectTypeOf(respond([row], { total: 1 }).data).toEqualTypeOf<(typeof row)[]>();
  expectTypeOf(respond(row).total).toEqualTypeOf<number | undefined>();
});
