import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { type Api, api } from "./api.js";
import { type Choices, codeOf, type Step, stepsOf } from "./choices.js";
import { askPostgres, type Statement } from "./postgres.js";
import { printed } from "./printed.js";

/** One request, and what came of it. */
export interface Answer {
  readonly code: string;
  readonly url: string;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** What the call returned, or the message of the error that it threw. */
  readonly result: string;
  readonly failed: boolean;
  readonly document: string;
  readonly sql: readonly Statement[] | undefined;
  readonly count: number;
  readonly total: number | undefined;
}

/** A list whose calls are chosen at run time, which no type can follow. */
type AnyList = PromiseLike<readonly object[] & { readonly meta: { readonly total?: number } }> &
  Readonly<Record<Step[0], (...values: readonly unknown[]) => AnyList>>;

const inMemory = fetchHandler(api, { prefix: "/api" });

export async function ask(choices: Choices, where: "memory" | "postgres"): Promise<Answer> {
  let request = { url: "", status: 0, bytes: 0, milliseconds: 0, document: "" };
  let sql: readonly Statement[] | undefined;

  const client = createClient<Api>({
    url: "https://newsroom.example/api",
    fetch: async (sent) => {
      const begun = performance.now();
      const answered =
        where === "memory" ? { response: await inMemory(sent), sql: undefined } : await askPostgres(sent);
      const milliseconds = performance.now() - begun;
      sql = answered.sql;
      const text = await answered.response.clone().text();
      const { pathname, search } = new URL(sent.url);
      request = {
        url: `${sent.method} ${decodeURIComponent(pathname + search)}`,
        status: answered.response.status,
        bytes: new TextEncoder().encode(text).length,
        milliseconds,
        document: JSON.stringify(JSON.parse(text), null, 2),
      };
      return answered.response;
    },
  });

  const steps = stepsOf(choices);
  const list = client.articles.list() as unknown as AnyList; // see AnyList
  try {
    const articles = await steps.reduce((read, [method, ...values]: Step) => read[method](...values), list);
    const { total } = articles.meta;
    return {
      ...request,
      code: codeOf(steps),
      sql,
      result: printed(articles),
      failed: false,
      count: articles.length,
      total,
    };
  } catch (error) {
    const result = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { ...request, code: codeOf(steps), sql, result, failed: true, count: 0, total: undefined };
  }
}

export interface Options {
  readonly authors: readonly { readonly id: string | number; readonly username: string }[];
  readonly categories: readonly { readonly id: string | number; readonly name: string }[];
}

/** The people and categories that the controls list. */
export async function options(): Promise<Options> {
  const client = createClient<Api>({ url: "https://newsroom.example/api", fetch: inMemory });
  const [authors, categories] = await Promise.all([
    client.users.list().sort("username"),
    client.categories.list().sort("name"),
  ]);
  return { authors, categories };
}
