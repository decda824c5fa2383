import { pathToFileURL } from "node:url";
import { Conflict, createClient, NotFound, UnprocessableContent } from "trestle/client";
import type { Api } from "./api.js";

type NewsroomClient = ReturnType<typeof createClient<Api>>;

/** Walks the whole client against a running newsroom, and prints what it does. It leaves the articles as it found them. */
export async function walk(url: string, print: (line: string) => void = console.log): Promise<void> {
  const client = createClient<Api>({ url });
  const show = (code: string, value: unknown) => print(`  ${code}\n    -> ${inOneLine(value)}`);

  print("\nReading a list");
  await readLists(client, show);
  print("\nWalking pages");
  await walkPages(client, show);
  print("\nReading one");
  await readOne(client, show);
  print("\nWriting");
  await write(client, show);
  print("\nErrors");
  await meetErrors(client, show);
}

type Show = (code: string, value: unknown) => void;

async function readLists(client: NewsroomClient, show: Show) {
  const articles = client.articles.list(); // nothing is sent yet; every link of the chain is a new collection
  const all = await articles;
  show("articles.list()", `${all.length} of ${all.meta.total} articles`);

  const harbour = await articles.filter({ title__contains: "harbour" });
  show('filter({ title__contains: "harbour" })', titlesOf(harbour));
  show("filter({ author: null })", titlesOf(await articles.filter({ author: null }))); // those without an author
  show(
    'sort("-created_at", "title").page({ limit: 2 })',
    titlesOf(await articles.sort("-created_at", "title").page({ limit: 2 })),
  );

  const search = articles.filter({ author: 3 }).sort("-created_at").page({ limit: 2 }).toSearch(); // for the URL of a page
  show(`fromSearch("${search}")`, titlesOf(await articles.fromSearch(search)));

  const joined = await articles.filter({ author: 3 }).include("author__articles", "categories").page({ limit: 1 });
  for (const { title, author, categories } of joined) {
    const names = categories.map(({ name }) => name).join(", ");
    show(
      'include("author__articles", "categories")',
      `${title} [${names}], one of ${author?.articles.length} by ${author?.username}`,
    );
  }

  const sparse = await articles
    .include("author")
    .fields({ articles: ["title", "author"], users: ["username"] })
    .page({ limit: 1 });
  show("fields({ articles: [...], users: [...] })", sparse[0]); // sparse[0].content does not compile

  const users = await client.users.list().sort("-username");
  show("users.list()", users.map(({ username }) => username).join(", "));
  const categories = await client.categories.list().sort("name");
  show("categories.list()", categories.map(({ name }) => name).join(", "));
}

async function walkPages(client: NewsroomClient, show: Show) {
  const first = await client.articles.list().sort("title").page({ offset: 0, limit: 25 });
  show("first page", [first.hasFirst(), first.hasPrevious(), first.hasNext(), first.hasLast()]);
  const next = await first.getNext();
  show("getNext()", `${next.length} more, from ${next[0]?.title}`);
  show("getPrevious()", (await next.getPrevious()).length);
  show("getLast()", (await next.getLast()).length);
  show("getFirst()", (await next.getFirst())[0]?.title);

  const sizes: number[] = [];
  for await (const page of client.articles.list().page({ limit: 30 }).allPages()) sizes.push(page.length);
  show("allPages()", sizes);

  let words = 0;
  for await (const { content } of client.articles.list().page({ limit: 100 }).all()) words += content.split(" ").length;
  show("all()", `${words} words in all`);

  let published = 0;
  for await (const _ of client.articles.list().filter({ published: true })) published++; // fetches by itself, one page
  show("for await (... of list())", published);
}

async function readOne(client: NewsroomClient, show: Show) {
  const article = await client.articles.get(1, { include: ["author", "categories"] });
  show(
    'get(1, { include: ["author", "categories"] })',
    `${article.title}, by ${article.author?.username}, on ${article.created_at}`,
  );
  show("find({ title__contains })", (await client.articles.find({ title__contains: "offside" })).title);
  show('related(1, "author")', (await client.articles.related(1, "author"))?.email);
  const categories = await client.articles.related(1, "categories").sort("name");
  show(
    'related(1, "categories")',
    categories.map(({ name }) => name),
  );
  const theirs = await client.users.related(3, "articles").sort("-created_at").page({ limit: 2 });
  show('users.related(3, "articles")', titlesOf(theirs));
  const filed = await client.categories
    .related(5, "articles", { filter: { published: true } }) // this filter is required
    .include("author")
    .page({ limit: 1 });
  show('categories.related(5, "articles")', titlesOf(filed));
}

async function write(client: NewsroomClient, show: Show) {
  const title = `A walk through the newsroom, ${new Date().toISOString()}`;
  const article = await client.articles.create({
    title,
    content: "It begins at the door.",
    author: 1,
    categories: [4],
  });
  const { id } = article;
  show("create({ title, content, author: 1, categories: [4] })", article);
  show("update(id, { content })", (await client.articles.update(id, { content: "It ends at the door." })).content);

  const author = client.articles.relationship(id, "author");
  show("author get()", await author.get());
  await author.set(null);
  show("author set(null)", await author.get());

  const categories = client.articles.relationship(id, "categories");
  await categories.add([5, 6]);
  show("categories add([5, 6])", await categories.get());
  await categories.remove([4]);
  show("categories remove([4])", await categories.get());
  await categories.reset([1, { type: "categories", id: "2" }]);
  show("categories reset([1, { type, id }])", await categories.get());

  const { published } = await client.articles.command.publish(id);
  show("command.publish(id)", published);

  await client.articles.delete(id);
  show("delete(id)", "gone");
}

async function meetErrors(client: NewsroomClient, show: Show) {
  const { title } = await client.articles.get(1);
  try {
    await client.articles.create({ title, content: "", author: null, categories: [] });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    show("a title that is taken", error);
    show("error.fields.title", error.fields.title);
  }

  const missing = await client.articles.get(123_456).safe(); // never throws
  if (missing.error instanceof NotFound) show("get(123456).safe()", missing.error);

  const invalid = await client.articles.create({ title: "", content: "", author: 99, categories: [] }).safe();
  if (invalid.error instanceof UnprocessableContent) show("an empty title", invalid.error.fields);

  const nobody = await client.articles.relationship(1, "author").set(99).safe();
  show("an author that does not exist", nobody.error);
  try {
    await client.articles.find({ title__contains: "the" });
  } catch (error) {
    show("find() that meets several", error);
  }
}

function titlesOf(articles: readonly { readonly title: string }[]): string {
  return articles.map(({ title }) => title).join(" · ");
}

function inOneLine(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `npx tsx examples/newsroom/client.ts http://localhost:3000/api` */
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await walk(process.argv[2] ?? "http://localhost:3000/api");
}
