import type { ActionAddress } from "../../client/actions.js";
import type { SendOptions } from "../../client/send/options.js";

/** What stands behind the type of a command. */
export interface RuntimeCommand {
  (...args: unknown[]): Promise<unknown>;
  readonly "~": ActionAddress;
}

interface Variables extends SendOptions {
  readonly id?: unknown;
  readonly input?: unknown;
  readonly include?: readonly string[];
}

/** The call of a command with the variables of its mutation. */
export function commandSender(command: RuntimeCommand, include: readonly string[] = []) {
  return (variables: Variables | undefined, own: SendOptions): Promise<unknown> => {
    const { id, input, ...call } = variables ?? {};
    const paths = [...include, ...(call.include ?? [])];
    const options = { ...call, ...own, ...(paths.length > 0 && { include: paths }) };
    return id === undefined ? command(input, options) : command(id, input, options);
  };
}
