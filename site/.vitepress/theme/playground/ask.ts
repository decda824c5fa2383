import * as trestleClient from "trestle/client";
import { type Client, createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { type Api, api } from "./api.js";
import { type Choices, codeOf, type Step, stepsOf } from "./choices.js";
import { askPostgres, type Statement } from "./postgres.js";
import { printed } from "./printed.js";

export interface SentRequest {
  /** With the method before it. */
  readonly url: string;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** What the server sent to Postgres, or would send. Undefined for a write without a Postgres. */
  readonly sql: Promise<readonly Statement[] | undefined>;
}

/** One call, its requests, and what came of it. */
export interface Answer {
  readonly code: string;
  readonly requests: readonly SentRequest[];
  /** What the call returned, or the message of the error that it threw. */
  readonly result: string;
  readonly failed: boolean;
  /** The last response. */
  readonly document: string;
  readonly count: number;
  readonly total: number | undefined;
}

/** A list whose calls are chosen at run time, which no type can follow. */
type AnyList = PromiseLike<readonly object[] & { readonly meta: { readonly total?: number } }> &
  Readonly<Record<Step[0], (...values: readonly unknown[]) => AnyList>>;

const inMemory = fetchHandler(api, { prefix: "/api" });

/** A read would be the same on Postgres, so its statements are known without one. */
async function statementsFor(read: Request): Promise<readonly Statement[]> {
  const { statementsOf } = await import("./statements.js");
  return statementsOf(read);
}

type Where = "memory" | "postgres";

/** A client, and what it sent. */
function observedClient(where: Where) {
  const requests: SentRequest[] = [];
  const last = { document: "" };
  const client = createClient<Api>({
    url: "https://newsroom.example/api",
    fetch: async (sent) => {
      const begun = performance.now();
      const { response, sql } =
        where === "memory" ? { response: await inMemory(sent), sql: undefined } : await askPostgres(sent);
      const milliseconds = performance.now() - begun;
      const text = await response.clone().text();
      const { pathname, search } = new URL(sent.url);
      last.document = text === "" ? "" : JSON.stringify(JSON.parse(text), null, 2);
      requests.push({
        url: `${sent.method} ${decodeURIComponent(pathname + search)}`,
        status: response.status,
        bytes: new TextEncoder().encode(text).length,
        milliseconds,
        sql: sql === undefined && sent.method === "GET" ? statementsFor(sent) : Promise.resolve(sql),
      });
      return response;
    },
  });
  return { client, requests, last };
}

/** Makes the calls that the controls say. */
export async function ask(choices: Choices, where: Where): Promise<Answer> {
  const steps = stepsOf(choices);
  return answerOf(where, codeOf(steps), (client) => {
    const list = client.articles.list() as unknown as AnyList; // see AnyList
    return steps.reduce((read, [method, ...values]: Step) => read[method](...values), list);
  });
}

/** Runs what the reader typed: `compiled` is the body of a function that returns a promise. */
export async function runCall(code: string, compiled: string, where: Where): Promise<Answer> {
  const { ResponseError, NotFound, BadRequest, UnprocessableContent } = trestleClient;
  const lines: string[] = [];
  const log = (...values: readonly unknown[]) =>
    void lines.push(values.map((value) => (typeof value === "string" ? value : printed(value))).join(" "));
  const scope = { ResponseError, NotFound, BadRequest, UnprocessableContent, console: { ...console, log } };
  const answer = await answerOf(where, code, (client) =>
    new Function("client", ...Object.keys(scope), compiled)(client, ...Object.values(scope)),
  );
  if (lines.length === 0) return answer;
  return { ...answer, result: [...lines, ...(answer.result === "undefined" ? [] : [answer.result])].join("\n") };
}

async function answerOf(where: Where, code: string, call: (client: Client<Api>) => unknown): Promise<Answer> {
  const { client, requests, last } = observedClient(where);
  const none = { count: 0, total: undefined };
  try {
    const result = await call(client);
    const counted = isPage(result) ? { count: result.length, total: result.meta.total } : none;
    return { requests, document: last.document, code, result: printed(result), failed: false, ...counted };
  } catch (error) {
    const result = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { requests, document: last.document, code, result, failed: true, ...none };
  }
}

const isPage = (value: unknown): value is unknown[] & { readonly meta: { readonly total?: number } } =>
  Array.isArray(value) && "meta" in value;

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
