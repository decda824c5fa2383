import { createClient } from "trestle/client";
import { fetchHandler } from "trestle/fetch";
import { type Api, newApi } from "./api.js";
import { type CarriedRequest, carriedRequest, requestOf } from "./carried.js";
import { type Choices, codeOf, type Step, stepsOf } from "./choices.js";
import { failedWith, type Outcome, outcomeOf } from "./outcome.js";
import { askPostgres, type Statement } from "./postgres.js";
import { runInWorker } from "./typed-call.js";

export interface SentRequest {
  readonly method: string;
  /** For people: without `%20` and the like. */
  readonly url: string;
  /** As it was sent, without the host. */
  readonly address: string;
  /** `Accept: application/vnd.api+json` */
  readonly headers: readonly string[];
  /** Empty for a request without a body. */
  readonly body: string;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** What the server sent to Postgres, or would send. Undefined if that depends on the rows. */
  readonly sql: Promise<readonly Statement[] | undefined>;
}

/** One call, its requests, and what came of it. */
export interface Answer extends Outcome {
  readonly code: string;
  /** The first ones. */
  readonly requests: readonly SentRequest[];
  readonly unshown: number;
  /** The last response. */
  readonly document: string;
}

/** A list whose calls are chosen at run time, which no type can follow. */
type AnyList = PromiseLike<readonly object[] & { readonly meta: { readonly total?: number } }> &
  Readonly<Record<Step[0], (...values: readonly unknown[]) => AnyList>>;

type Fetch = (request: Request) => Promise<Response>;
/** The API in the page, the newsroom on Postgres, or the API that the reader wrote. */
export type Where = "memory" | "postgres" | { readonly api: string };

const MOST_SHOWN = 20;
const URL_OF_API = "https://newsroom.example/api";
const withFirstRows = () => fetchHandler(newApi(), { prefix: "/api" });
let inMemory = withFirstRows();

export async function resetRows(): Promise<void> {
  inMemory = withFirstRows();
  const { endServer } = await import("./own-api.js");
  endServer();
}

interface Served {
  readonly response: Response;
  readonly sql: Promise<readonly Statement[] | undefined>;
}

async function serve(where: Where, request: Request, carried: CarriedRequest): Promise<Served> {
  if (where === "postgres") {
    const { response, sql } = await askPostgres(request);
    return { response, sql: Promise.resolve(sql) };
  }
  if (where === "memory") {
    const response = await inMemory(request);
    return { response, sql: statementsFor(carried, response.status) };
  }
  const { askServer } = await import("./own-api.js");
  return { response: await askServer(request), sql: Promise.resolve(undefined) };
}

/**
 * The statements for a request that was answered from memory. A read would be the same on Postgres. A write whose values are wrong (400
 * or 422) never comes to the database. What another write asks depends on the rows, also if it is refused: 404, 409, 412.
 */
async function statementsFor(request: CarriedRequest, status: number): Promise<readonly Statement[] | undefined> {
  if (request.method !== "GET") return status === 400 || status === 422 ? [] : undefined;
  const { statementsOf } = await import("./statements.js");
  return statementsOf(requestOf(request));
}

/** Makes a call, and notes what it sends. */
async function answerOf(where: Where, code: string, call: (fetch: Fetch) => Promise<Outcome>): Promise<Answer> {
  const requests: SentRequest[] = [];
  let sent = 0;
  let document = "";
  if (typeof where === "object") {
    const { startServer } = await import("./own-api.js");
    try {
      await startServer(where.api);
    } catch (error) {
      const problem = `The API did not start:\n${error instanceof Error ? error.message : String(error)}`;
      return { ...failedWith(problem), code, requests, unshown: 0, document };
    }
  }
  const outcome = await call(async (request) => {
    const carried = await carriedRequest(request);
    const begun = performance.now();
    const { response, sql } = await serve(where, request, carried);
    const milliseconds = performance.now() - begun;
    document = await response.clone().text();
    sent++;
    if (sent > MOST_SHOWN) return response;
    const { pathname, search } = new URL(request.url);
    requests.push({
      method: request.method,
      url: decodeURIComponent(pathname + search),
      address: pathname + search,
      headers: carried.headers.map(([name, value]) => `${headerName(name)}: ${value}`),
      body: indented(carried.body),
      status: response.status,
      bytes: new TextEncoder().encode(document).length,
      milliseconds,
      sql,
    });
    return response;
  });
  const result = [outcome.result, ...(await logOf(where))].join("\n");
  return { ...outcome, result, code, requests, unshown: Math.max(0, sent - MOST_SHOWN), document: indented(document) };
}

/** The log of the reader's own API: the client learns nothing about a mistake in its code. */
async function logOf(where: Where): Promise<readonly string[]> {
  if (typeof where === "string") return [];
  const { newLog } = await import("./own-api.js");
  return newLog().map((line) => `The server's log: ${line}`);
}

const indented = (json: string): string => (json === "" ? "" : JSON.stringify(JSON.parse(json), null, 2));

/** As documents write it: `Content-Type`. */
const headerName = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Makes the calls that the controls say. */
export async function ask(choices: Choices, where: Where): Promise<Answer> {
  const steps = stepsOf(choices);
  return answerOf(where, codeOf(steps), (fetch) => {
    const list = createClient<Api>({ url: URL_OF_API, fetch }).articles.list() as unknown as AnyList; // see AnyList
    return outcomeOf(() => steps.reduce((read, [method, ...values]: Step) => read[method](...values), list));
  });
}

/** Runs what the reader typed: `compiled` is the body of a function that returns a promise. */
export const runCall = (code: string, compiled: string, where: Where, signal: AbortSignal): Promise<Answer> =>
  answerOf(where, code, (fetch) => runInWorker(compiled, fetch, signal));

export interface Options {
  readonly authors: readonly { readonly id: string | number; readonly username: string }[];
  readonly categories: readonly { readonly id: string | number; readonly name: string }[];
}

/** The people and categories that the controls list. */
export async function options(): Promise<Options> {
  const client = createClient<Api>({ url: URL_OF_API, fetch: inMemory });
  const [authors, categories] = await Promise.all([
    client.users.list().sort("username"),
    client.categories.list().sort("name"),
  ]);
  return { authors, categories };
}
