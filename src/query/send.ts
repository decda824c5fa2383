import { readDocument } from "../client/document.js";
import type { ResourceClient } from "../client/resource.js";

/** What a mutation is called with: the overloads of `mutationOptions` say which of it. */
export interface Variables {
  readonly id?: unknown;
  readonly related?: unknown;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The call of the client that a kind of write stands for. */
export function senderOf(
  client: ResourceClient,
  kind: string,
  target: string,
  method: string | undefined,
): (variables: Variables) => Promise<unknown> {
  switch (kind) {
    case "create":
      return (input) => client.create(input);
    case "update":
      return ({ id, ...fields }) => client.update(id, fields);
    case "delete":
      return (id) => client.delete(id);
    case "rpc":
      return async ({ id, body, query }) => {
        const response = await client.rpc(id, target, { method, body, query });
        if (!response.ok) await readDocument(response, () => `${target} of ${id}`); // which throws what the answer tells
        return response;
      };
    default:
      return ({ id, related }) => client.relationship(id, target)[kind as "set"](related);
  }
}
