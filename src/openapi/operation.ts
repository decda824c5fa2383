import { isAction, type OperationSpec } from "../define/model/operation.js";
import type { ResourceSpec } from "../define/model/resource.js";
import type { ResourceLinks } from "../protocol/document/links.js";
import type { QueryParser } from "../protocol/query/query-parser.js";
import type { Route } from "../server/router.js";
import type { OpenapiOperation, OpenapiParameter, OpenapiRequestBody, Responses } from "./document/document.js";
import type { ErrorResponses } from "./errors.js";
import { actionSuccess, inputBody, streamParameters } from "./actions.js";
import { idParameter, queryParameters } from "./parameters.js";
import { keyParameters, withReplayed } from "./idempotency.js";
import { requestBody } from "./request-body.js";
import type { ResourceSchemas } from "./resource-schemas.js";
import { success } from "./responses.js";
import { withEntityTag, versionParameters } from "./versions.js";
import type { SchemaWriter } from "./schema-writer.js";
import { summaryOf } from "./summary.js";
import { ANY_TYPE } from "../wire/media-types.js";

/** The tag of the actions of the API itself. */
export const API_TAG = "API";

/** The context for descriptions of operations. */
export interface DescriptionContext {
  readonly resources: ReadonlyMap<string, ResourceSpec>;
  readonly links: ReadonlyMap<string, ResourceLinks>;
  /** The query parser of each operation. */
  readonly queries: ReadonlyMap<OperationSpec, QueryParser>;
  /** The get or the list whose query and document each action has. */
  readonly results: ReadonlyMap<OperationSpec, OperationSpec>;
  readonly writer: SchemaWriter;
  readonly schemas: ResourceSchemas;
  readonly errors: ErrorResponses;
}

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
      ...(isRpc ? rpcSuccess(given) : withReplayed(operation, successOf(operation, context))),
      ...context.errors.of(operation, { hasId, hasBody: body !== undefined }),
      ...given.responses,
    },
  };
}

function successOf(operation: OperationSpec, context: DescriptionContext): Responses {
  const { resources, links, results, schemas, writer } = context;
  if (isAction(operation.info))
    return actionSuccess(operation, results.get(operation) ?? operation, resources, schemas, writer);
  const own = links.get(operation.info.type);
  if (own === undefined) throw new TypeError(`"${operation.info.type}" is not in this router.`);
  const [status, response] = success(operation, resources, own, schemas);
  return withEntityTag(operation, { [status]: response });
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
