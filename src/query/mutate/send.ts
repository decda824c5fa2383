import { readDocument } from "../../client/read/document.js";
import type { SendOptions } from "../../client/request/options.js";
import type { RuntimeClient } from "../../client/resource.js";

/** The variables of a mutation. The overloads of `mutationOptions` say which of them each kind has. */
export interface Variables {
  readonly id?: unknown;
  readonly related?: unknown;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The call of the client for a kind of write. */
export function senderOf(
  client: RuntimeClient,
  kind: string,
  target: string,
  method: string | undefined,
): (variables: Variables, options: SendOptions) => Promise<unknown> {
  switch (kind) {
    case "create":
      return (input, options) => client.create(input, options);
    case "update":
      return ({ id, ...fields }, options) => client.update(id, fields, options);
    case "delete":
      return (id, options) => client.delete(id, options);
    case "rpc":
      return async ({ id, body, query }, options) => {
        const response = await client.rpc(id, target, { method, body, query, ...options });
        if (!response.ok) await readDocument(response, () => `${target} of ${id}`); // throws the error in the response
        return response;
      };
    default:
      return ({ id, related }, options) => client.relationship(id, target)[kind as "set"](related, options);
  }
}
