import { QueryClient, MutationObserver, QueryObserver } from "@tanstack/query-core";
import { createClient } from "trestle/client";
import { connectQueries, mutationOptions, queryOptions } from "trestle/query";
import type { Api } from "../api.js";
import { createServer } from "../app.js";
import { connect } from "../db/connect.js";
import { seed } from "../db/seed.js";
import { compile } from "./compile.js";
import { act, paint, show } from "./print.js";

// Five acts on a newsroom of its own: a call, its URL, the typed result, a compile error, and an optimistic write.

type NewsroomClient = ReturnType<typeof createClient<Api>>;

/** The call of act 1, as it is printed. Act 4 compiles it, and the test compares the URL. */
const CALL = `const articles = await client.articles
  .list()
  .filter({ title__contains: "harbour", published: true })
  .include("author")
  .sort("-created_at")
  .page({ limit: 3 });`;

const MISTAKE = `client.articles.list().filter({ titel__contains: "harbour" });`;

/** Types that act 3 prints. The compiler checks them in act 4. */
const TYPES = {
  "articles[0].author?.username": "string | undefined",
  "articles[0].created_at": "Date",
};

/** The mistake is the last line, and the only one that the compiler may report. */
const PAGE = `import { createClient } from "trestle/client";
import type { Api } from "../../examples/newsroom/api.js";
type Is<T, U> = (<X>() => X extends T ? 1 : 2) extends <X>() => X extends U ? 1 : 2 ? true : false;
const client = createClient<Api>({ url: "/api" });
${CALL}
const [first] = articles;
if (!first) throw new Error("none");
${Object.entries(TYPES)
  .map(
    ([expression, type]) =>
      `const value${type.length} = ${expression.replace("articles[0]", "first")}; true satisfies Is<typeof value${type.length}, ${type}>;`,
  )
  .join("\n")}
export {};
${MISTAKE}
`;

/** Starts a newsroom, and plays the acts. */
export async function play(): Promise<void> {
  const connection = await connect();
  await seed(connection.db);
  const server = await createServer(connection);
  try {
    await playActs(await server.listen({ port: 0 }));
  } finally {
    await server.close();
  }
}

async function playActs(origin: string): Promise<void> {
  const sent: string[] = [];
  const client = createClient<Api>({
    url: `${origin}/api`,
    fetch: async (request) => {
      const response = await fetch(request);
      sent.push(
        `${request.method} ${decodeURIComponent(request.url).replace(origin, "")}  ${paint(response.ok ? "green" : "red", `${response.status}`)}`,
      );
      return response;
    },
  });

  act(1, "You call the client");
  const articles = await client.articles
    .list()
    .filter({ title__contains: "harbour", published: true })
    .include("author")
    .sort("-created_at")
    .page({ limit: 3 });
  show(paint("cyan", CALL));

  act(2, "It sends one request");
  show(`${sent.pop()}`);

  act(3, "The result is joined and typed");
  for (const { title, author, created_at } of articles) {
    show(`${title}, by ${author?.username}, in ${created_at.getFullYear()}`);
  }
  for (const [expression, type] of Object.entries(TYPES)) show(paint("dim", `${expression}: ${type}`));

  await makeMistake(origin);
  const [first, second] = articles;
  if (!first || !second) throw new Error("The newsroom needs two articles about the harbour.");
  await renameToTaken(client, first.id, second.title);
  console.log(`\n${paint("dim", "npm start serves this newsroom, with a page that shows each request.")}`);
}

async function makeMistake(origin: string): Promise<void> {
  act(4, "A mistake does not compile");
  show(paint("cyan", MISTAKE));
  for (const message of compile(PAGE)) show(paint("red", message));
  const refused = await fetch(`${origin}/api/articles?filter[titel][contains]=harbour`);
  const { errors } = (await refused.json()) as { errors: { detail: string }[] }; // JSON:API's error document
  show(paint("dim", "Without a compiler, the server says it:"));
  show(`${refused.status} ${errors[0]?.detail}`);
}

/** Gives an article the title of another one, which the server refuses. */
async function renameToTaken(client: NewsroomClient, id: string, taken: string): Promise<void> {
  act(5, "An optimistic write is taken back when the server refuses it");
  const queries = new QueryClient();
  const stop = connectQueries(queries, client);
  const page = new QueryObserver(queries, queryOptions(client.articles.get(id)));
  const seen: string[] = [];
  const leave = page.subscribe(({ data }) => {
    if (data !== undefined && data.title !== seen.at(-1)) seen.push(data.title);
  });
  await page.refetch();
  const rename = new MutationObserver(queries, mutationOptions(client.articles, "update", { optimistic: true }));
  show(paint("cyan", `rename.mutate({ id: ${id}, title: "${taken}" })`));
  const failure = await rename.mutate({ id, title: taken }).then(
    () => undefined,
    (error: Error) => error,
  );
  show(`the page shows  ${seen[0]}`);
  show(`shown at once   ${seen[1]}`);
  show(`the server      ${paint("red", `${failure?.message}`)}`);
  show(`taken back      ${seen[2]}`);
  leave();
  stop();
  queries.clear();
}
