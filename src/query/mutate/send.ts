import type { MutationFunctionContext } from "@tanstack/query-core";
import { Operations } from "../../client/atomic/operations.js";
import type { Transport } from "../../client/send/transport.js";
import { loadRuntime } from "../../client/load-runtime.js";
import { withLoaded } from "../../client/send/with-loaded.js";
import { commandSender, type RuntimeCommand } from "./command-options.js";
import { keptKey } from "./kept-key.js";
import { type Plan, plannedBatch } from "./planned-batch.js";
import { readDocument } from "../../client/send/document.js";
import type { SendOptions } from "../../client/send/options.js";
import type { RuntimeClient } from "../../client/resource.js";

/** The variables of a mutation. The overloads of `mutationOptions` say which of them each kind has. */
export interface Variables {
  readonly id?: unknown;
  readonly related?: unknown;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
}

// Loaded by the options of the first mutation.

/** A mutation, as its options describe it. */
export type Sending =
  | { readonly kind: "command"; readonly command: RuntimeCommand; readonly include: readonly string[] | undefined }
  | { readonly kind: "atomic"; readonly transport: Transport; readonly plan: Plan }
  | {
      readonly kind: string;
      readonly client: RuntimeClient;
      readonly target: string;
      readonly method: string | undefined;
    };

/**
 * Sends a mutation.
 *
 * @param given The variables, as TanStack Query passes them.
 * @param variables A copy of them.
 * @param options.retry The setting of a mutation that needs a key. Undefined: it has no key.
 */
export async function send(
  sending: Sending,
  context: MutationFunctionContext,
  given: unknown,
  variables: Variables,
  { retry, check }: { readonly retry: unknown; readonly check: () => void },
): Promise<unknown> {
  const optionsFor = (input: unknown): SendOptions =>
    retry === undefined
      ? { check }
      : { check, key: keptKey(context, given, input), ...(typeof retry === "number" && { retry }) };
  if ("command" in sending) return commandSender(sending.command, sending.include)(variables, optionsFor(variables));
  if ("plan" in sending) return sendBatch(sending, context, variables, optionsFor);
  return senderOf(sending.client, sending.kind, sending.target, sending.method)(variables, optionsFor(variables));
}

/** Sends a batch. Two callbacks may get the same variables, so the operations decide whether the input is the same. */
function sendBatch(
  { transport, plan }: Extract<Sending, { readonly plan: Plan }>,
  context: MutationFunctionContext,
  variables: unknown,
  optionsFor: (input: unknown) => SendOptions,
): Promise<unknown> {
  return withLoaded(
    () => {
      const batch = plannedBatch(context, plan, variables);
      return [batch, optionsFor(new Operations(batch.steps, transport.versions).all())] as const;
    },
    loadRuntime,
    (runtime, own) => runtime.sendPlanned(transport, ...own),
  );
}

/** The call of the client for a kind of write. */
function senderOf(
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
