import type { DescriptionContext } from "./context.js";
import { isAction, type OperationSpec } from "../../define/model/operation.js";
import type { Route } from "../../server/router.js";
import type { OpenapiOperation, OpenapiParameter, OpenapiRequestBody, Responses } from "../document/document.js";
import { actionSuccess, success } from "./responses.js";
import { inputBody, requestBody } from "./bodies.js";
import { streamParameters, keyParameters, withReplayed, withEntityTag, versionParameters } from "./headers.js";
import { idParameter, queryParameters } from "./parameters.js";
import { ANY_TYPE } from "../../wire/media-types.js";
import type { OperationInfo } from "../../define/types/operation-info.js";

/** The tag of the actions of the API itself. */
export const API_TAG = "API";

/** Members of the user's `pathOperation` that are merged. */
interface UserMembers {
  readonly parameters?: readonly OpenapiParameter[];
  readonly responses?: Responses;
}

/** Describes the operation of a route. */
export function describeOperation(
  { operation, method, segments }: Route,
  operationId: string,
  context: DescriptionContext,
): OpenapiOperation {
  const { info, options } = operation;
  const given = (options.pathOperation ?? {}) as UserMembers; // written by the user, and not validated here
  const isRpc = info.kind === "rpc";
  const successes = isRpc
    ? rpcSuccess(given)
    : isAction(info)
      ? actionSuccess(operation, context)
      : withEntityTag(operation, success(operation, context));
  const body = isRpc
    ? rpcBody(method)
    : (requestBody(operation, context.schemas) ?? inputBody(operation, context.writer));
  const hasId = segments.includes(":id");
  const own = {
    operationId,
    tags: [info.place === "api" ? API_TAG : info.type],
    summary: options.summary ?? summaryOf(operation),
    ...(options.description !== undefined && { description: options.description }),
    parameters: [
      ...(hasId ? [idParameter(operation.resource, context.writer)] : []),
      ...(isRpc ? [] : queryParameters(operation, context.queries.get(operation), context.writer)),
      ...versionParameters(operation),
      ...keyParameters(operation),
      ...streamParameters(operation),
    ],
    ...(body && { requestBody: body }),
  };
  return {
    ...own,
    ...given,
    parameters: mergeParameters(own.parameters, given.parameters ?? []),
    responses: {
      ...withReplayed(operation, successes),
      ...context.errors.of(operation, { hasId, hasBody: body !== undefined }),
      ...given.responses,
    },
  };
}

/** If two parameters have the same name and place, the user's wins. */
function mergeParameters(own: readonly OpenapiParameter[], given: readonly OpenapiParameter[]): OpenapiParameter[] {
  const names = new Set(given.map((parameter) => `${parameter.in} ${parameter.name}`));
  return [...own.filter((parameter) => !names.has(`${parameter.in} ${parameter.name}`)), ...given];
}

/** Any request and any response, because only `pathOperation` describes an rpc. */
function rpcBody(method: string): OpenapiRequestBody | undefined {
  return method === "GET" || method === "DELETE" ? undefined : { content: { [ANY_TYPE]: { schema: {} } } };
}

function rpcSuccess({ responses = {} }: UserMembers): Responses {
  const isDescribed = Object.keys(responses).some((status) => /^[23]/.test(status));
  return isDescribed
    ? {}
    : { "2XX": { description: "What the action answers.", content: { [ANY_TYPE]: { schema: {} } } } };
}

/** The default summary of an operation. It does not guess the singular of a type: `summary` in the options gives better ones. */
function summaryOf({ info, resource }: OperationSpec): string {
  const { type, kind, relationship = "", action = "", place } = info;
  const many = words(type);
  const one = `one of the ${many}`;
  const name = words(relationship);
  const isMany = resource.relationships.get(relationship)?.many;
  switch (kind) {
    case "getOne":
      return `Get ${one}`;
    case "getMany":
      return `List ${many}`;
    case "createOne":
      return `Create ${one}`;
    case "editOne":
      return `Edit ${one}`;
    case "deleteOne":
      return `Delete ${one}`;
    case "getRelated":
      return `${isMany ? "List" : "Get"} the ${name} of ${one}`;
    case "getRelationship":
      return `Get the ${isMany ? "ids" : "id"} of its ${name}`;
    case "editRelationship":
      return `Set its ${name}`;
    case "addToRelationship":
      return `Add to its ${name}`;
    case "removeFromRelationship":
      return `Remove from its ${name}`;
    case "resetRelationship":
      return `Replace all of its ${name}`;
    case "rpc":
      return `Call "${action}" of ${one}`;
    case "command":
      return `Run the command "${action}"${ofPlace(place, many)}`;
    case "query":
      return `Run the query "${action}"${ofPlace(place, many)}`;
    case "stream":
      return `Stream the events of "${action}"${ofPlace(place, many)}`;
  }
}

/** `blog-posts` is "blog posts". */
function words(name: string): string {
  return name.replace(/[_-]+/g, " ").trim();
}

function ofPlace(place: OperationInfo["place"], many: string): string {
  if (place === "api") return "";
  return place === "item" ? ` on one of the ${many}` : ` on the ${many}`;
}
