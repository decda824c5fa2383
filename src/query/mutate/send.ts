import type { MutationFunctionContext } from "@tanstack/query-core";
import type { Transport } from "../../client/send/transport.js";
import type { ActionAddress, Later } from "../../client/actions.js";
import { withLoaded } from "../../client/send/call.js";
import { keptKey, type Plan, plannedBatch } from "./tries.js";
import type { MutateCall, Variables } from "./mutate-call.js";
import type { SendOptions } from "../../client/send/options.js";
import type { RuntimeClient } from "../../client/resource.js";

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
 * @param later What the client loads later.
 * @param call Undefined if the mutation is resumed.
 * @param given The variables, as TanStack Query passes them.
 * @param retry The setting of a mutation that needs a key. Undefined: it has no key.
 */
export async function send(
  later: Later,
  sending: Sending,
  context: MutationFunctionContext,
  call: MutateCall | undefined,
  given: Variables,
  retry: unknown,
): Promise<unknown> {
  const { variables = given, check, end } = call ?? {};
  const settle = end && (() => end(true));
  const options: SendOptions = { ...(check && { check: () => check() }), settle, isResumed: !call };
  const optionsFor = (input: unknown): SendOptions =>
    retry === undefined
      ? options
      : { ...options, key: keptKey(context, given, input), ...(typeof retry === "number" && { retry }) };
  let result: unknown;
  if ("plan" in sending) result = await sendBatch(later, sending, context, variables, optionsFor);
  else if ("command" in sending) result = await sendCommand(sending, variables, optionsFor(variables));
  else result = await sendWrite(later, sending, variables, optionsFor(variables));
  settle?.(); // not in onSuccess: another hook that throws before it would take the change back
  return result;
}

function sendCommand(
  { command, include = [] }: Extract<Sending, { readonly command: RuntimeCommand }>,
  variables: CommandVariables | undefined,
  sendOptions: SendOptions,
): Promise<unknown> {
  const { id, input, ...call } = variables ?? {};
  const paths = [...include, ...(call.include ?? [])];
  const options = { ...call, ...sendOptions, ...(paths.length > 0 && { include: paths }) };
  return id === undefined ? command(input, options) : command(id, input, options);
}

/** Sends a batch. Two callbacks may get the same variables, so the operations decide whether the input is the same. */
function sendBatch(
  later: Later,
  { transport, plan }: Extract<Sending, { readonly plan: Plan }>,
  context: MutationFunctionContext,
  variables: unknown,
  optionsFor: (input: unknown) => SendOptions,
): Promise<unknown> {
  const make = () => {
    const batch = plannedBatch(context, plan, variables);
    return [batch, optionsFor(new later.Operations(batch.steps, transport.versions).all())] as const;
  };
  return withLoaded(
    async () => later,
    ({ sendBatch }, planned) => sendBatch(transport, ...planned),
    make,
  );
}

/** Sends a write by the method of the client. */
async function sendWrite(
  later: Later,
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
  if (!response.ok) throw await later.failed(response, () => `${target} of ${id}`);
  return response;
}
