import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { mediaTypeOf } from "../../protocol/negotiation/media-type.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import { negotiateResponse } from "../kernel/negotiate.js";
import type { RequestState } from "../kernel/request-state.js";

/**
 * Checks a request's Content-Type and Accept.
 *
 * @param types The media types of the body. Undefined for an action that does not read it: then it may have any type.
 * @throws {RequestError} 415 for a body of another type than the input's, 406 if rows are returned and Accept excludes JSON:API.
 */
export function negotiateAction(
  operation: OperationSpec,
  types: readonly string[] | undefined,
  state: RequestState,
): void {
  if (types !== undefined) requireType(state, types, operation);
  if (operation.options.returns !== undefined) negotiateResponse(state);
}

function requireType({ request }: RequestState, types: readonly string[], { info }: OperationSpec): void {
  const header = request.contentType;
  if (header === undefined || types.includes(mediaTypeOf(header))) return;
  const detail = `${operationName(info)} takes a body of type ${types.join(" or ")}, not ${quoteShort(header, 100)}.`;
  throw new RequestError([errorObject("unsupported_media_type", detail, { header: "Content-Type" })]);
}
