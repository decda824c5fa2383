import { answerProblems, isJsonApi } from "../support/jsonapi/answer-problems.js";
import type { FuzzRequest } from "./request.js";
import type { FuzzAnswer, Side } from "./servers.js";
import { WatchedStore } from "./watched-store.js";

/** Milliseconds; far more than an answer takes, for a long run has the lowest of priorities. */
const PATIENCE = 30_000;
const COMPARED = ["content-type", "vary", "location", "allow", "www-authenticate", "retry-after", "x-echo"];
const RPC = /^\/articles\/[^/]*\/(echo|publish|count)$/;

/** Sends requests one after the other to both sides, each on a fresh store, and throws where one breaks a promise. */
export async function checkSequence(
  sides: readonly Side[],
  requests: readonly FuzzRequest[],
  socket: boolean,
): Promise<void> {
  for (const side of sides) if (side.store.changes > 0) side.store = new WatchedStore();
  for (const request of requests) {
    const answers: FuzzAnswer[] = [];
    for (const side of sides) answers.push(await check(side, request, socket));
    const [one, other] = answers.map((answer) => essence(answer, request));
    if (one !== other)
      throw new Error(`The adapters answer differently.\n${sides[0]?.name}: ${one}\n${sides[1]?.name}: ${other}`);
    const [answer] = answers; // they are alike
    const problems = answer === undefined ? [] : documentProblems(request, answer);
    if (problems.length > 0) throw new Error(`No proper answer: ${problems.join("; ")}\n${one}`);
  }
}

async function check(side: Side, request: FuzzRequest, socket: boolean): Promise<FuzzAnswer> {
  const before = side.store.changes;
  const answer = await inTime(socket ? side.overHttp(request) : side.inProcess(request), side.name);
  const { status, text } = answer;
  const failed = side.failures.splice(0);
  if (status >= 500 || failed.length > 0) throw new Error(`${side.name}: a ${status}: ${text}\n${failed.join("\n")}`);
  const changed = side.store.changes > before;
  if (changed && (status >= 400 || request.method === "GET" || request.method === "HEAD"))
    throw new Error(`${side.name}: a row was changed, and the answer is ${status}: ${text}`);
  return answer;
}

function documentProblems(request: FuzzRequest, { status, headers, text }: FuzzAnswer): string[] {
  if (isRpc(request) && status < 400 && !isJsonApi(headers)) return [];
  const { method, target: url, body } = request;
  return answerProblems({ method, url, sent: body?.toString(), status, headers, text });
}

/** An rpc may answer anything. */
function isRpc({ target }: FuzzRequest): boolean {
  const path = target.replace(/\?.*/s, "");
  return RPC.test(path.replace(/%[0-7][0-9a-f]/gi, (code) => (/%2f/i.test(code) ? code : decodeURIComponent(code))));
}

async function inTime<T>(promise: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name}: no answer within ${PATIENCE} ms`)), PATIENCE);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What both adapters must say alike. */
function essence({ status, headers, text }: FuzzAnswer, { method }: FuzzRequest): string {
  const told = COMPARED.map((name) => `${name}: ${headers.get(name)}`).join("\n");
  return `${status}\n${told}\n${method === "HEAD" ? "" : text}`;
}
