import type { OperationSpec } from "../define/model/operation.js";
import { AFFECTS, EXPOSE_HEADERS } from "../wire/headers.js";
import { type ServerResponse, withBody } from "./http.js";

/** The value of the header for some types. */
export function affectsValue(types: Iterable<string>): string {
  return Array.from(types, encodeURIComponent).join(",");
}

/** The value of the header with the other types that an operation affects. Undefined for most. */
export function affectsOf({ info, options }: OperationSpec): string | undefined {
  const types = options.affects ?? [];
  // For a command of a collection, an empty list is a statement: by default it affects its whole type.
  const isStated = info.place === "collection" && options.affects !== undefined;
  return types.length === 0 && !isStated ? undefined : affectsValue(types);
}

/**
 * Adds a header with the other types that a successful write affected. Names are percent-encoded, because a header allows
 * only Latin letters. The header is exposed, so that pages of other origins can read it.
 */
export function withAffects<T extends ServerResponse | Response>(response: T, affects: string): T {
  if (response instanceof Response) {
    if (response.status >= 400) return response;
    const copy = withBody(response, response.body);
    copy.headers.append(EXPOSE_HEADERS, AFFECTS);
    copy.headers.set(AFFECTS, affects);
    return copy as typeof response;
  }
  const { [EXPOSE_HEADERS]: before } = response.headers; // an action's type note
  const exposed = before === undefined ? AFFECTS : `${before}, ${AFFECTS}`;
  return { ...response, headers: { ...response.headers, [EXPOSE_HEADERS]: exposed, [AFFECTS]: affects } };
}
