import { Agent, request } from "node:http";
import { ACCOUNTS } from "./cluster.js";

/** How often each response came: `GET 200`, `POST ECONNRESET`. */
export type Responses = ReadonlyMap<string, number>;

export function countOf(responses: Responses, isFailed: boolean): number {
  const counts = [...responses].filter(([name]) => / 2\d\d$/.test(name) !== isFailed);
  return counts.reduce((sum, [, times]) => sum + times, 0);
}

/** Sends reads, and creates with keys, four reads to a create, without retries, until the signal is aborted. */
export async function mixedLoad(origin: string, connections: number, signal: AbortSignal): Promise<Responses> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const responses = new Map<string, number>();
  let count = 0;
  const sendOn = async () => {
    while (!signal.aborted) {
      const n = ++count;
      const id = `${1 + (n % ACCOUNTS)}`;
      const method = n % 5 === 0 ? "POST" : "GET";
      const path = n % 5 === 0 ? "/api/entries" : n % 5 === 1 ? "/api/accounts" : `/api/accounts/${id}`;
      const name = `${method} ${await send(agent, `${origin}${path}`, n % 5 === 0 ? entry(n, id) : undefined)}`;
      responses.set(name, (responses.get(name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
  agent.destroy();
  return responses;
}

function entry(n: number, account: string): string {
  const relationships = { account: { data: { type: "accounts", id: account } } };
  return JSON.stringify({ data: { type: "entries", attributes: { text: `load ${n}` }, relationships } });
}

/** Returns the status, or the code of the error. */
function send(agent: Agent, url: string, body: string | undefined): Promise<string> {
  const headers = { "content-type": "application/vnd.api+json", "idempotency-key": crypto.randomUUID() };
  const options = body === undefined ? { agent } : { agent, method: "POST", headers };
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const sent = request(url, options, (response) => {
      response.on("error", fail).on("end", () => resolve(`${response.statusCode}`));
      response.resume();
    });
    sent.on("error", fail).end(body);
  });
}
