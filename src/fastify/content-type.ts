import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isMediaType } from "../protocol/negotiation/media-type.js";
import { CONTENT_TYPE } from "../wire/headers.js";
import { BINARY, JSON_API } from "../wire/media-types.js";

/**
 * JSON:API bodies arrive as text, for the engine to parse; all others as they come, for rpc handlers. A body that is not
 * UTF-8 stays a Buffer: hooks still run before the engine refuses it, and an rpc handler gets its bytes.
 */
export function addContentTypeParsers(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    hideUnparsable(raw);
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_API, { parseAs: "buffer" }, (_request, body, done) => {
    const bytes = body as Buffer; // by parseAs
    done(null, isUtf8(bytes) ? bytes.toString() : bytes);
  });
  app.addContentTypeParser("*", ({ raw }: FastifyRequest, payload, done) => {
    showUnparsable(raw);
    done(null, payload);
  });
}

/** Content-Types that Fastify would refuse, by request; undefined for a QUERY that has none. */
const hidden = new WeakMap<IncomingMessage, string | undefined>();

/** Methods of which Fastify takes in no body, and looks at no Content-Type. */
const WITHOUT_BODY: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "TRACE"]);

/**
 * Fastify answers 415 to a Content-Type that it cannot parse, be it on a request without a body or on an rpc, of which
 * that is no fault; and 400 to a QUERY without one. So it is shown another, until it asks the parser of all others for the
 * body, be there one or none.
 * (Answering in the error handler in its stead would skip the app's preValidation and preHandler hooks, and whoever they
 * keep out would be let in.)
 */
function hideUnparsable(raw: IncomingMessage): void {
  const type = raw.headers[CONTENT_TYPE];
  if (type === undefined ? raw.method !== "QUERY" : isParsable(type) || WITHOUT_BODY.has(raw.method)) return;
  hidden.set(raw, type);
  raw.headers[CONTENT_TYPE] = BINARY;
}

function showUnparsable(raw: IncomingMessage): void {
  if (!hidden.has(raw)) return;
  const type = hidden.get(raw);
  if (type === undefined) delete raw.headers[CONTENT_TYPE];
  else raw.headers[CONTENT_TYPE] = type;
}

function isParsable(type: string): boolean {
  return type === JSON_API || isMediaType(type);
}
