import { mediaTypeOf, prefersPlain } from "../../protocol/negotiation/media-type.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { OPERATIONS } from "../../wire/operations.js";
import { refuseCrossSite } from "../kernel/cross-site.js";
import type { Way } from "./served-api.js";

/** The same way for requests that may send plain JSON, or ask for it. */
export function alsoPlain(way: Way): Way {
  return {
    ...way,
    serve(operation, state) {
      const { accept, contentType } = state.request;
      const { body } = OPERATIONS[operation.spec.info.kind];
      state.plainResponse = prefersPlain(accept);
      state.plainBody = (body === "resource" || body === "linkage") && mediaTypeOf(contentType ?? "") === JSON_TEXT;
      return way.serve(operation, state);
    },
    // Within the middleware, so that a caller from whom the operation is hidden cannot tell it from a path that does not exist.
    async withinMiddleware(operation, state) {
      if (state.plainBody) refuseCrossSite(operation.spec, operation.api.shared.allowedOrigins, state.request); // 403
      await way.withinMiddleware(operation, state);
    },
  };
}
