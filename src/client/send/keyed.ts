import type { SendOptions } from "./options.js";
import type { Transport } from "./transport.js";
import { withLoaded } from "./with-loaded.js";
import type { OutgoingBody } from "./outgoing-body.js";

type MakeBody = (() => Promise<OutgoingBody>) | undefined;

/**
 * Sends a write, with a key and again after a failure if the options say so. The body is made once, from the input of now.
 *
 * @param send Sends one request.
 */
export function sendKeyed<T>(
  transport: Transport,
  options: SendOptions,
  makeBody: MakeBody,
  send: (makeBody: MakeBody, options: SendOptions) => Promise<T>,
): Promise<T> {
  if ((options?.key ?? options?.retry) === undefined) return send(makeBody, options);
  const made = makeBody?.();
  made?.catch(() => undefined); // the first request reports it
  return withLoaded(
    () => undefined,
    () => import("./retry.js"),
    ({ withRetries }) => withRetries(transport.options, options, (own) => send(made && (() => made), own)),
  );
}
