import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { errorObject, RequestError } from "../../protocol/errors/request-error.js";
import { asksForProfile, mediaTypeOf, negotiateAccept } from "../../protocol/negotiation/media-type.js";
import { quoteShort } from "../../protocol/text/shown.js";
import { bodyTypes } from "../body-types.js";
import type { RequestState, RequestStep } from "./request-state.js";

/**
 * Compiles the check of a request's Content-Type and Accept: 415 for a body of another type than the input's, 406 if rows are
 * returned and Accept excludes JSON:API. A body that the action does not read may have any type.
 */
export function negotiateAction(operation: OperationSpec): RequestStep {
  const { info, options } = operation;
  const takes = info.kind === "command" && options.input !== undefined ? bodyTypes(options) : undefined;
  const checkAccept = options.returns === undefined ? () => undefined : negotiateRows;
  return (state) => {
    if (takes !== undefined) requireType(state, takes, operation);
    checkAccept(state);
    return undefined;
  };
}

function requireType({ request }: RequestState, types: readonly string[], { info }: OperationSpec): void {
  const header = request.contentType;
  if (header === undefined || types.includes(mediaTypeOf(header))) return;
  const detail = `${operationName(info)} takes a body of type ${types.join(" or ")}, not ${quoteShort(header, 100)}.`;
  throw new RequestError([errorObject("unsupported_media_type", detail, { header: "Content-Type" })]);
}

function negotiateRows(state: RequestState): undefined {
  const { accept: header } = state.request;
  const accept = negotiateAccept(header);
  if (typeof accept !== "string")
    throw new RequestError([errorObject("not_acceptable", accept.error, { header: "Accept" })]);
  state.extendedResponse = accept === "extended";
  state.profileAsked = asksForProfile(header);
}
