import { METHODS } from "node:http";

/** The raw request, over HTTP/1.1 or HTTP/2. */
interface RawRequest {
  method?: string | undefined;
}

/** A method that Fastify's router supports, but no operation can have. */
const STAND_IN = "SOURCE";

const known: ReadonlySet<string | undefined> = new Set(METHODS);
const replaced = new WeakMap<RawRequest, string>();

/**
 * Over HTTP/2 a method can be any word. Fastify's router has a not-found route for each method that Node lists, and answers
 * others itself, without the app's hooks: so they go to that route under another name.
 */
export function replaceUnknownMethod(raw: RawRequest): void {
  const { method } = raw;
  if (method === undefined || known.has(method)) return;
  replaced.set(raw, method);
  raw.method = STAND_IN;
}

/** Restores the method of a request. */
export function restoreMethod(raw: RawRequest): void {
  if (raw.method !== STAND_IN) return;
  const method = replaced.get(raw);
  if (method !== undefined) raw.method = method;
}
