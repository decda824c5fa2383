import type { MutationFunctionContext } from "@tanstack/query-core";
import { Operations } from "../../client/atomic/operations.js";
import type { Transport } from "../../client/send/transport.js";
import type { ActionAddress } from "../../client/actions.js";
import { withRuntime } from "../../client/with-runtime.js";
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

/** What stands behind the type of a command. */
export interface RuntimeCommand {
  (...args: unknown[]): Promise<unknown>;
  readonly "~": ActionAddress;
}

interface CommandVariables extends SendOptions {
  readonly id?: unknown;
  readonly input?: unknown;
  readonly include?: readonly string[];
}

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
 * @param own.retry The setting of a mutation that needs a key. Undefined: it has no key.
 */
export async function send(
  sending: Sending,
  context: MutationFunctionContext,
  given: unknown,
  variables: Variables,
  { retry, ...own }: Pick<SendOptions, "check" | "settle" | "isResumed"> & { readonly retry: unknown },
): Promise<unknown> {
  const optionsFor = (input: unknown): SendOptions =>
    retry === undefined
      ? own
      : { ...own, key: keptKey(context, given, input), ...(typeof retry === "number" && { retry }) };
  if ("command" in sending) return sendCommand(sending, variables, optionsFor(variables));
  if ("plan" in sending) return sendBatch(sending, context, variables, optionsFor);
  return sendWrite(sending, variables, optionsFor(variables));
}

/** Calls a command. */
function sendCommand(
  { command, include = [] }: Extract<Sending, { readonly command: RuntimeCommand }>,
  variables: CommandVariables | undefined,
  own: SendOptions,
): Promise<unknown> {
  const { id, input, ...call } = variables ?? {};
  const paths = [...include, ...(call.include ?? [])];
  const options = { ...call, ...own, ...(paths.length > 0 && { include: paths }) };
  return id === undefined ? command(input, options) : command(id, input, options);
}

/** Sends a batch. Two callbacks may get the same variables, so the operations decide whether the input is the same. */
function sendBatch(
  { transport, plan }: Extract<Sending, { readonly plan: Plan }>,
  context: MutationFunctionContext,
  variables: unknown,
  optionsFor: (input: unknown) => SendOptions,
): Promise<unknown> {
  return withRuntime(
    () => {
      const batch = plannedBatch(context, plan, variables);
      return [batch, optionsFor(new Operations(batch.steps, transport.versions).all())] as const;
    },
    (runtime, own) => runtime.sendPlanned(transport, ...own),
  );
}

/** Sends a write by the method of the client. */
async function sendWrite(
  { client, kind, target, method }: Extract<Sending, { readonly client: RuntimeClient }>,
  variables: Variables,
  options: SendOptions,
): Promise<unknown> {
  if (kind === "create") return client.create(variables, options);
  if (kind === "delete") return client.delete(variables, options);
  const { id, ...rest } = variables;
  if (kind === "update") return client.update(id, rest, options);
  const { related, body, query } = rest;
  if (kind !== "rpc") return client.relationship(id, target)[kind as "set"](related, options);
  const response = await client.rpc(id, target, { method, body, query, ...options });
  if (!response.ok) await readDocument(response, () => `${target} of ${id}`); // throws the error in the response
  return response;
}
