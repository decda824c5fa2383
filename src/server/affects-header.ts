import type { OperationSpec } from "../define/model/operation.js";
import { AFFECTS, EXPOSE_HEADERS } from "../wire/headers.js";
import type { ServerResponse } from "./http.js";

/**
 * Tells clients which types a successful write affected besides its own. Names are percent-encoded: a header holds no
 * more than Latin letters, a type's name any. A page of another origin reads the header only where it is exposed.
 */
export function withAffectsHeader({ options }: OperationSpec): <T extends ServerResponse | Response>(answer: T) => T {
  const types = options.affects ?? [];
  if (types.length === 0) return (answer) => answer;
  const value = types.map(encodeURIComponent).join(",");
  return (answer) => {
    if (answer instanceof Response) {
      if (answer.status >= 400) return answer;
      const { body, status, statusText } = answer;
      const headers = new Headers(answer.headers); // those of a fetched response cannot be changed
      headers.append(EXPOSE_HEADERS, AFFECTS);
      headers.set(AFFECTS, value);
      return new Response(body, { status, statusText, headers }) as typeof answer;
    }
    return { ...answer, headers: { ...answer.headers, [EXPOSE_HEADERS]: AFFECTS, [AFFECTS]: value } };
  };
}
