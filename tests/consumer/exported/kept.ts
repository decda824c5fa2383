import { memoryData } from "trestle/memory";
import { articles, users } from "./declared.js";

export const data = memoryData();
export const articleSource = data.source(articles);
export const userSource = data.source(users, {
  rows: [{ id: 1, name: "Ann", email: "ann@example.com", password: "…", tenant: 7 }],
  relationships: { articles: {} },
  scope: (ctx) => (row) => row.tenant === ctx.user?.id,
  filters: { q: (text: string) => (row) => row.name === text },
  sorts: { length: (row) => row.name.length },
  unique: [["email", "tenant"]],
});
export const sources = { articles: articleSource, users: userSource };
export const { transaction } = data;
export const getMany = userSource.getMany;
export const getRelated = userSource.getRelated("articles");
export const resetArticles = userSource.resetRelationship("articles");
export const setAuthor = articleSource.editRelationship("author");
export const listUsers = users.getMany(userSource.getMany);
export const createUser = users.createOne((args) => userSource.createOne(args, { values: { tenant: 7 } }));
export const editUser = (args: Parameters<typeof userSource.editOne>[0]) =>
  userSource.editOne(args, { when: (row) => row.tenant === 7 });

// A method by itself, and all of them.
export const { getOne, createOne, deleteOne, editOne, getRelationship, editRelationship } = articleSource;
export const { addToRelationship, removeFromRelationship, resetRelationship } = userSource;
export const all = { ...userSource };
