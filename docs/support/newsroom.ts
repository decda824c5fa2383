// A small newsroom, its rows in memory: the API that guides and examples talk to when it is not what they are about.
import { type ApiOf, changesOf, Conflict, json, NotFound, offsetPage, respond, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { z } from "zod";

const people = [
  { id: 7, username: "ann", email: "ann@example.org" },
  { id: 8, username: "bob", email: "bob@example.org" },
];
const topics = [
  { id: 1, name: "science" },
  { id: 2, name: "harbour" },
  { id: 3, name: "sports" },
];
const stories: Story[] = [
  story(1, "Parsing with zod", 7, [1]),
  story(2, "The harbour at night", 7, [2]),
  story(3, "Why zod, again", null, [1, 2]),
];

interface Story {
  id: number;
  title: string;
  content: string;
  published: boolean;
  created_at: Date;
  author: number | null;
  categories: number[];
}

function story(id: number, title: string, author: number | null, categories: number[]): Story {
  const created_at = new Date(Date.UTC(2026, 0, 10 + id));
  return { id, title, content: "Once upon a time.", published: true, created_at, author, categories };
}

function find<T extends { readonly id: number }>(rows: readonly T[], what: string, id: number): T {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw new NotFound(`No ${what} has the id ${id}.`);
  return row;
}

const storyOf = (id: number) => find(stories, "article", id);
const personOf = (id: number) => find(people, "user", id);
const topicOf = (id: number) => find(topics, "category", id);

const t = trestle();

export const users = t.resource("users", {
  id: z.int32(),
  attributes: { username: z.string(), email: z.email() },
  relationships: { articles: toMany("articles") },
});

export const categories = t.resource("categories", { id: z.int32(), attributes: { name: z.string() } });

export const articles = t.resource("articles", {
  id: z.int32(),
  attributes: {
    title: z.string().min(1).max(200),
    content: z.string(),
    published: z.boolean().default(false),
    created_at: z.date(),
  },
  relationships: { author: toOne("users").nullable(), categories: toMany("categories", { linkage: true }) },
  createFields: ["title", "content", "published", "author", "categories"],
  editFields: ["title", "content", "published", "author"],
});

const include = ["author", "categories", "author__articles"] as const;

/** A row with everything nested that may be asked for: what was not asked for is dropped. */
function load(row: Story) {
  const theirs = stories.filter(({ author }) => author === row.author);
  const author = row.author === null ? null : { ...personOf(row.author), articles: theirs };
  return { ...row, author, categories: row.categories.map(topicOf) };
}

const loadOne = (id: number) => load(storyOf(id));

const listArticles = articles.getMany(
  {
    filter: {
      title__contains: z.string().optional(),
      author: articles.ref("author").nullable().optional(),
      published: z.boolean().optional(),
      ids: z.array(z.int32()).optional(),
    },
    sort: ["title", "created_at"],
    page: offsetPage({ limit: 20, maxLimit: 100 }),
    include,
    extra: { custom_thing: z.string().optional() },
  },
  ({ filter, sort, page, extra }) => {
    const found = stories
      .filter(({ title }) => title.includes(filter.title__contains ?? ""))
      .filter(({ author }) => filter.author === undefined || author === filter.author)
      .filter(({ published }) => filter.published === undefined || published === filter.published)
      .filter(({ id }) => filter.ids === undefined || filter.ids.includes(id));
    for (const { field, order } of [...sort].reverse()) {
      const sign = order === "asc" ? 1 : -1;
      found.sort((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0));
    }
    const rows = found.slice(page.offset, page.offset + page.limit).map(load);
    return respond(rows, { total: found.length, meta: { ...extra } });
  },
);

export const api = t.router(
  {
    articles: articles.routes(
      listArticles,
      articles.getOne({ include, errors: [NotFound] }, ({ id }) => loadOne(id)),
      articles.createOne({ include, errors: [Conflict, NotFound] }, ({ input }) => {
        if (stories.some(({ title }) => title === input.title)) {
          throw new Conflict("Another article has this title.", { field: "title" });
        }
        const id = Math.max(...stories.map((row) => row.id)) + 1;
        stories.push({ ...input, id, categories: [...input.categories], created_at: new Date() });
        return loadOne(id);
      }),
      articles.editOne({ include, errors: [NotFound] }, ({ id, input }) => {
        Object.assign(storyOf(id), changesOf(input));
        return loadOne(id);
      }),
      articles.deleteOne({ errors: [NotFound] }, ({ id }) => {
        stories.splice(stories.indexOf(storyOf(id)), 1);
      }),
      articles.getRelated("author", { errors: [NotFound] }, ({ id }) => loadOne(id).author),
      articles.getRelated("categories", { sort: ["name"], errors: [NotFound] }, ({ id }) => loadOne(id).categories),
      articles.editRelationship("author", { errors: [NotFound] }, ({ id, related }) => {
        if (related !== null) personOf(related);
        storyOf(id).author = related;
      }),
      articles.addToRelationship("categories", { errors: [NotFound] }, ({ id, related }) => {
        storyOf(id).categories = [...new Set([...storyOf(id).categories, ...related])];
      }),
      articles.removeFromRelationship("categories", { errors: [NotFound] }, ({ id, related }) => {
        storyOf(id).categories = storyOf(id).categories.filter((category) => !related.includes(category));
      }),
      articles.resetRelationship("categories", { errors: [NotFound] }, ({ id, related }) => {
        storyOf(id).categories = [...related];
      }),
      articles.rpc("publish", { method: "PUT" }, async ({ id, request }) => {
        const { at }: { at?: string } = request.body ? await request.json() : {};
        storyOf(id).published = true;
        return json({ published: true, at: at ?? null });
      }),
      articles.rpc("archive", ({ id }) => {
        storyOf(id).published = false;
        return new Response(null, { status: 204 });
      }),
    ),
    users: users.routes(
      users.getMany({ filter: { username__contains: z.string() }, sort: ["username"] }, ({ filter }) =>
        people.filter(({ username }) => username.includes(filter.username__contains)),
      ),
      users.getOne({ errors: [NotFound] }, ({ id }) => personOf(id)),
      users.getRelated(
        "articles",
        { sort: ["title"], page: offsetPage(), include: ["author"] },
        async ({ id, ctx, sort, page, include }) => listArticles({ ctx, sort, page, include, filter: { author: id } }),
      ),
    ),
    categories: categories.routes(categories.getMany({ sparse: false }, () => topics)),
  },
  {
    transaction: ({ ctx }, run) => run(ctx), // rows in memory, so nothing is undone: only for these examples
    atomic: true,
  },
);

export interface Api extends ApiOf<typeof api> {}

/** Serves the newsroom under /api, without a network. */
export const handle = fetchHandler(api, { prefix: "/api", live: liveChannel(api, { hub: memoryHub() }) });

export const client = createClient<Api>({ url: "http://localhost:3000/api", fetch: handle });
