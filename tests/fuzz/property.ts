import { answerProblems, isJsonApi } from "../support/jsonapi/answer-problems.js";
import { type FuzzRequest, LAST_TAG, single } from "./request.js";
import type { FuzzAnswer, Side } from "./servers.js";
import { WatchedStore } from "./watched-store.js";

/** Milliseconds; far more than an answer takes, for a long run has the lowest of priorities. */
const PATIENCE = 30_000;
const COMPARED =
  "content-type vary location allow www-authenticate retry-after etag trestle-affects idempotency-replayed x-echo".split(
    " ",
  );
const RPC = /^\/articles\/[^/]*\/(echo|publish|count)$/;

/** Sends requests one after the other to both sides, each on a fresh store, and throws where one breaks a promise. */
export async function checkSequence(
  sides: readonly Side[],
  requests: readonly FuzzRequest[],
  socket: boolean,
): Promise<void> {
  for (const side of sides) side.store = new WatchedStore();
  const firsts = sides.map(() => new FirstResponses());
  let tag = '"1!0"';
  for (const sent of requests) {
    const request = withTag(sent, tag);
    const answers: FuzzAnswer[] = [];
    for (const [index, side] of sides.entries()) {
      const before = side.store.changes;
      const mustFail = changesOtherVersion(request, side.store);
      const answer = await check(side, request, socket);
      if (mustFail && answer.status < 400)
        throw new Error(`${side.name}: ${answer.status} for another version: ${answer.text}`);
      firsts[index]?.check(request, answer, side.store.changes > before);
      answers.push(answer);
    }
    tag = answers[0]?.headers.get("etag") ?? tag;
    const [one, other] = answers.map((answer) => essence(answer, request));
    if (one !== other)
      throw new Error(`The adapters answer differently.\n${sides[0]?.name}: ${one}\n${sides[1]?.name}: ${other}`);
    const [answer] = answers; // they are alike
    const problems = answer === undefined ? [] : documentProblems(request, answer);
    if (problems.length > 0) throw new Error(`No proper answer: ${problems.join("; ")}\n${one}`);
  }
}

/** Whether a request changes a resource, and every version that it states is not the one of the resource, or it must state one. */
function changesOtherVersion({ method, target, headers }: FuzzRequest, store: WatchedStore): boolean {
  const [, type, id] = /^\/(notes|contracts)\/(\d+)(\/relationship\/\w+)?$/.exec(target) ?? [];
  if (method === "GET" || method === "HEAD" || id === undefined) return false;
  const row = (type === "notes" ? store.notes : store.contracts).get(Number(id));
  const stated = [headers["if-match"] ?? []].flat().join(",");
  if (row === undefined || /^[\s,]*\*[\s,]*$/.test(stated)) return false;
  if (stated === "") return type === "contracts" && headers["if-match"] === undefined;
  const strong = [...stated.matchAll(/(?<!W\/)"(\d+)(![^"]*)?"/g)].map(([, version]) => version);
  return !strong.includes(`${row.version}`);
}

/** The request with the last tag that was received in place of `LAST_TAG`. */
function withTag(request: FuzzRequest, tag: string): FuzzRequest {
  const replaced = Object.entries(request.headers).map(([name, values]) => {
    const all = [values].flat().map((value) => value.replaceAll(LAST_TAG, tag));
    return [name, typeof values === "string" ? all[0] : all] as const;
  });
  return { ...request, headers: Object.fromEntries(replaced) as FuzzRequest["headers"] };
}

/** The operations with keys. */
const IDEMPOTENT = /^\/(notes|operations)(\?|$)/;

/** Compares repeated responses of one server with the first ones. */
class FirstResponses {
  readonly #responses = new Map<string, FuzzAnswer>();

  check(request: FuzzRequest, answer: FuzzAnswer, changed: boolean): void {
    const { method, target, headers, body } = request;
    const isReplayed = answer.headers.has("idempotency-replayed");
    if (isReplayed && changed) throw new Error(`A row was changed by a repeated request: ${answer.text}`);
    const key = single(headers, "idempotency-key");
    if (key === undefined || method !== "POST" || !IDEMPOTENT.test(target)) {
      if (isReplayed) throw new Error(`A response without a key is repeated: ${answer.text}`);
      return;
    }
    const same = JSON.stringify([target, headers, body?.toString("latin1")]);
    const first = this.#responses.get(same);
    if (first === undefined) {
      if (answer.status < 300) this.#responses.set(same, answer);
      return;
    }
    const bytes = ({ status, text, headers }: FuzzAnswer) => `${status} ${headers.get("location")} ${text}`;
    if (!isReplayed || bytes(first) !== bytes(answer))
      throw new Error(`The first response was not repeated.\n${bytes(first)}\n${bytes(answer)}`);
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
