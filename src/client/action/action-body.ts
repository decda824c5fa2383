import { ACCEPT } from "../../wire/headers.js";
import { jsonApiType } from "../../wire/json-api.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import { isMembers } from "../send/fetched-row.js";
import type { ClientOptions } from "../send/options.js";
import { rpcBody } from "../write/body.js";
import type { OutgoingBody } from "../send/outgoing-body.js";
import { formBody, hasFile } from "./form-body.js";

/**
 * The body of a command, and the headers of commands and queries: JSON, or a form if the input contains a file.
 *
 * @param input Undefined for a request without a body.
 */
export async function actionBody(input: unknown, { profile }: ClientOptions): Promise<OutgoingBody> {
  if (input !== undefined && !isMembers(input)) throw new TypeError("The input must be an object.");
  const { body, about } = await (input && hasFile(input) ? formBody(input) : rpcBody(input));
  return { body, about: { [ACCEPT]: `${jsonApiType(false, profile)}, ${JSON_TEXT};q=0.9`, ...about } };
}
