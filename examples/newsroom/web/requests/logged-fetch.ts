import { askServer, noteResponse } from "../notices/server-state.js";
import { watchStream } from "../notices/watch-stream.js";
import { announceChange } from "../two/who-changes.js";
import { callOfRequest } from "./call.js";
import { noteListening } from "./log-refetch.js";
import { logRequest } from "./log.js";
import { readable } from "./readable-url.js";

const SHOWN_HEADERS = ["if-match", "idempotency-key"];

/** A read that was aborted after this time, in milliseconds, had no response. The client's timeout is longer. */
const LONG = 15_000;

/** `fetch`, with each request written to the panel. A stream has no end, so it is left out: reading it here would hold it back. */
export async function loggedFetch(request: Request): Promise<Response> {
  if (request.headers.get("accept") === "text/event-stream") {
    const stream = await notedFetch(request, request.signal);
    noteListening();
    return watchStream(stream, askServer); // a server that hangs shows before anybody does anything
  }
  const { method, url } = request;
  if (method !== "GET") announceChange();
  const body = await request.text();
  const init = { method, headers: request.headers, signal: request.signal, ...(body && { body }) };
  const headers = SHOWN_HEADERS.flatMap((name) =>
    request.headers.has(name) ? `${name}: ${request.headers.get(name)}` : [],
  );
  const ended = logRequest({ method, url: readable(url), call: callOfRequest(request, body), headers });
  const start = performance.now();
  try {
    const response = await notedFetch(url, request.signal, init);
    const text = await response.clone().text();
    const bytes = Number(response.headers.get("content-length") ?? new Blob([text]).size);
    ended({ status: response.status, bytes, content: contentOf(text), problem: problemOf(text, headers.join()) });
    return response;
  } catch (error) {
    // The page cancels only reads. Another request was aborted because the server took too long, and may have done it.
    const isCancelled = method === "GET" && request.signal.aborted && performance.now() - start < LONG;
    ended({ status: isCancelled ? "cancelled" : "no response" });
    throw error;
  }
}

/** `fetch`, which also takes note of whether the server responds. A stream has no `init`. */
async function notedFetch(target: Request | string, signal: AbortSignal, init?: RequestInit): Promise<Response> {
  const sent = performance.now();
  try {
    const response = await fetch(target, init);
    noteResponse(response.status, sent, !init);
    return response;
  } catch (error) {
    if (!signal.aborted) noteResponse("no response", sent, !init);
    throw error;
  }
}

interface Problem {
  readonly title: string;
  readonly detail?: string;
  /** Of a version that is not the current one. */
  readonly meta?: { readonly current?: { readonly attributes?: { readonly version?: number } } };
}

/** What the errors of a document say: "An article needs a title." */
function problemOf(text: string, headers: string): string {
  if (!text.startsWith("{")) return "";
  const { errors = [] }: { readonly errors?: readonly Problem[] } = JSON.parse(text);
  const [, begun] = /if-match: "(\d+)"/.exec(headers) ?? [];
  return errors
    .map(({ title, detail = title, meta }) => {
      const version = meta?.current?.attributes?.version;
      return begun && version ? `You began with version ${begun}, the server has version ${version}.` : detail;
    })
    .join(" ");
}

/** How many resources of each type a document has: "8 articles, 5 users". */
function contentOf(text: string): string {
  if (!text.startsWith('{"') || text.startsWith('{"errors"')) return "";
  const { data, included = [] } = JSON.parse(text);
  const counts = new Map<string, number>();
  for (const { type } of [data ?? [], included].flat()) if (type) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${count === 1 ? (SINGULAR[type] ?? type) : type}`).join(", ");
}

const SINGULAR: Readonly<Record<string, string>> = { articles: "article", users: "user", categories: "category" };
