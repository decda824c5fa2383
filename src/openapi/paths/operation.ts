import type { DescriptionContext } from "./context.js";
import { isAction, type OperationSpec } from "../../define/model/operation.js";
import type { Route } from "../../server/router.js";
import type { OpenapiOperation, OpenapiParameter, Responses } from "../document/document.js";
import { actionSuccess, success } from "./responses.js";
import { inputBody, requestBody } from "./bodies.js";
import { streamParameters, keyParameters, withReplayed, withEntityTag, versionParameters } from "./headers.js";
import { idParameter, queryParameters } from "./parameters.js";
import { ANY_TYPE } from "../../wire/media-types.js";
import type { OperationKind } from "../../wire/operations.js";

/** The tag of the actions of the API itself. */
export const API_TAG = "API";

/** Members of the user's `pathOperation` that are merged. */
type UserMembers = Partial<Pick<OpenapiOperation, "parameters" | "responses">>;

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
  const described = requestBody(operation, context) ?? inputBody(operation, context.writer);
  const body = isRpc && method !== "GET" && method !== "DELETE" ? ANY : described;
  const hasId = segments.includes(":id");
  const request = {
    operationId,
    tags: [info.place === "api" ? API_TAG : info.type],
    summary: summaryOf(operation),
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
    ...request,
    ...given,
    parameters: mergeParameters(request.parameters, given.parameters ?? []),
    responses: {
      ...withReplayed(operation, successes),
      ...context.errors.of(operation, { hasId, hasBody: body !== undefined }),
      ...given.responses,
    },
  };
}

/** If two parameters have the same name and place, the user's wins. */
function mergeParameters(ours: readonly OpenapiParameter[], given: readonly OpenapiParameter[]): OpenapiParameter[] {
  return [...new Map([...ours, ...given].map((each) => [`${each.in} ${each.name}`, each])).values()];
}

/** Any request and any response, because only `pathOperation` describes an rpc. */
const ANY = { content: { [ANY_TYPE]: { schema: {} } } };

function rpcSuccess({ responses = {} }: UserMembers): Responses {
  const isDescribed = Object.keys(responses).some((status) => /^[23]/.test(status));
  return isDescribed ? {} : { "2XX": { description: "What the action answers.", ...ANY } };
}

/** The summary of an operation. The default does not guess the singular of a type: `summary` in the options gives better ones. */
export function summaryOf({ info, resource, options }: OperationSpec): string {
  const { type, kind, relationship = "", action = "", place } = info;
  const many = words(type);
  const single = `one of the ${many}`;
  const name = `${words(relationship)} of ${single}`;
  const isMany = resource.relationships.get(relationship)?.many;
  const at = place === "api" ? "" : place === "item" ? ` on ${single}` : ` on the ${many}`;
  const summaries: Readonly<Record<OperationKind, string>> = {
    getOne: `Get ${single}`,
    getMany: `List ${many}`,
    createOne: `Add one to the ${many}`,
    editOne: `Edit ${single}`,
    deleteOne: `Delete ${single}`,
    getRelated: `${isMany ? "List" : "Get"} the ${name}`,
    getRelationship: `Get the ${isMany ? "ids" : "id"} of the ${name}`,
    editRelationship: `Set the ${name}`,
    addToRelationship: `Add to the ${name}`,
    removeFromRelationship: `Remove from the ${name}`,
    resetRelationship: `Replace the ${name}`,
    rpc: `Call "${action}" on ${single}`,
    command: `Run the command "${action}"${at}`,
    query: `Run the query "${action}"${at}`,
    stream: `Stream the events of "${action}"${at}`,
  };
  return options.summary ?? summaries[kind];
}

/** `blog-posts` is "blog posts". */
function words(name: string): string {
  return name.replace(/[_-]+/g, " ").trim();
}
