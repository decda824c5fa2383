import { createClient, loadSuperjson, NotFound } from "trestle/client";
import type { Api } from "./declared.js";

export const client = createClient<Api>({ url: "/api" });
export const { articles, users } = client;
export const clients = { client };

export const getArticle = articles.get("a");
export const getWhole = articles.get("a", { include: ["author", "others"], fields: { users: ["name"] } });
export const articleById = (id: string) => articles.get(id, { include: ["author"] }).safe();
export const listUsers = users.list({ filter: { q: "a" } });
export const listArticles = articles
  .list()
  .fields({ articles: ["title"] })
  .include();
export const usersWithArticles = users
  .list({ filter: { q: "a" } })
  .include("articles")
  .sort("-name")
  .page({ offset: 0 });
export const page = await listUsers;
export const nextPage = page.getNext();
export const pages = page.allPages();
export const everyone = listUsers.all();
export const somebody = page[0];
export const safePage = await listUsers.safe();
export const findUser = users.find({ q: "a" });
export const created = articles.create({ title: "a", author: 7 }, { key: "a" });
export const createdSafely = await created.safe();
export const updated = articles.update(await getArticle, { title: "b" });
export const changed = users.update("1", { name: "b" });
export const deleted = users.delete("1");
export const failed = await deleted.safe();
export const related = users.related("1", "articles");
export const author = articles.related("a", "author");
export const relationship = users.relationship("1", "articles");
export const ids = relationship.get();
export const added = relationship.add(["a"]);
export const one = articles.relationship(await getArticle, "author");
export const set = one.set(null);
export const downloaded = articles.rpc("a", "download");
export const downloadedJson = (await downloaded).json();
export const uploaded = articles.rpc("a", "upload", { method: "PUT" });
export const { command, query, stream } = articles;
export const merge = articles.command.merge;
export const merged = merge("a", { into: "b" }, { include: ["author"] });
export const mergedSafely = await merged.safe();
export const closed = articles.command.close("a");
export const reminded = articles.command.remind("a", undefined, { retry: 3 });
export const imported = articles.command.importAll({ file: new File([], "a.csv") }, { onProgress: console.log });
export const stats = articles.query.stats();
export const similar = articles.query.similar("a", undefined, { include: ["author"] });
export const edits = articles.stream.edits("a");
export const allEdits = articles.stream.allEdits();
export const login = client.command.login({ name: "a" });
export const loginSafely = await login.safe();
export const commands = client.command;
export const me = client.query.me();
export const news = client.stream.news();
export const notices = client.live();
export const batch = client.atomic((tx) => [tx.articles.create({ title: "a", author: null }), tx.users.delete("1")]);
export const batchSafely = await batch.safe();
export const { atomic, live } = client;
export const failures = [NotFound];
export const superjson = loadSuperjson;

// A method or an action by itself.
export const { get, list, find, create, update, relationship: relationshipOf, rpc } = articles;
export const { delete: deleteUser, related: relatedOf, relationship: relationshipOfUser } = users;
export const { merge: mergeAlone, close, remind, importAll } = articles.command;
export const { stats: statsOf, similar: similarOf } = articles.query;
export const { edits: editsOf, allEdits: allEditsOf } = articles.stream;
export const { me: meOf } = client.query;
export const { news: newsOf } = client.stream;
export const { login: loginOf } = client.command;
export const { add, remove, reset } = relationship;
export const error = failed.error;
export const inputError = createdSafely.error;
export const inputFields = inputError instanceof Error && "fields" in inputError ? inputError.fields : undefined;
export const firstArticle = (await usersWithArticles)[0]?.articles[0];
export const authors = (await getWhole).author;
export const dispose = () =>
  client.atomic((tx) => ({
    first: tx.users.update("1", { name: "a" }),
    set: tx.users.relationship("1", "articles").add(["a"]),
  }));
export const planned = (tx: Parameters<Parameters<typeof client.atomic>[0]>[0]) =>
  tx.users.relationship("1", "articles").add(["a"]);
export const plannedCreate = (tx: Parameters<Parameters<typeof client.atomic>[0]>[0]) => tx.articles.create;
