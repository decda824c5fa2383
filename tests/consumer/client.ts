import { createClient } from "trestle/client";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "http://localhost:3000/api" });

export async function titles(): Promise<string[]> {
  const page = await client.articles.list().filter({ title__contains: "zod" }).sort("-title").include("author");
  const names: (string | undefined)[] = page.map((article) => article.author?.username);
  return page.map((article, index) => `${article.title} by ${names[index] ?? "nobody"}`);
}

export async function write(): Promise<string> {
  const article = await client.articles.create({ title: "Zod", content: "…", author: 7 });
  // @ts-expect-error no such field
  await client.articles.update(article.id, { nope: 1 });
  // @ts-expect-error users cannot be listed
  client.users.list();
  await client.command.login({ name: "Ann" });
  const published = await client.articles.command.publish(article.id, { at: new Date() }, { include: ["author"] });
  // @ts-expect-error no such member
  await client.articles.command.publish(article.id, { on: new Date() });
  const { all } = await client.articles.query.counts();
  for await (const { event, data } of client.articles.stream.edits(article.id)) {
    if (event === "edited") return `${published.author?.username} ${all + 1n} ${data.at.getTime()}`;
  }
  return article.id;
}
