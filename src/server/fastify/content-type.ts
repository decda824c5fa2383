import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isMediaType, MEDIA_TYPE } from "../../protocol/media-type.js";

/** JSON:API bodies arrive as text, for the engine to parse; all others as they come, for rpc handlers. */
export function addContentTypeParsers(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    hideUnparsable(raw);
    done();
  });
  app.addHook("preValidation", ({ raw }, _reply, done) => {
    showUnparsable(raw); // where there is no body, no parser did
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addContentTypeParser("*", ({ raw }: FastifyRequest, payload, done) => {
    showUnparsable(raw);
    done(null, payload);
  });
}

/** Content-Types that are none, by request. */
const hidden = new WeakMap<IncomingMessage, string>();

/**
 * Fastify answers 415 to a Content-Type that it cannot parse, be it on a request without a body or on an rpc, of which
 * that is no fault. So it does not see one until the body is taken in. (Answering in the error handler in its stead
 * would skip the app's preValidation and preHandler hooks, and whoever they keep out would be let in.)
 */
function hideUnparsable(raw: IncomingMessage): void {
  const type = raw.headers["content-type"];
  if (type === undefined || type === MEDIA_TYPE || isMediaType(type)) return;
  hidden.set(raw, type);
  delete raw.headers["content-type"];
}

function showUnparsable(raw: IncomingMessage): void {
  const type = hidden.get(raw);
  if (type !== undefined) raw.headers["content-type"] = type;
}
