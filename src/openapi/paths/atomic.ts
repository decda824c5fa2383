import { methodOf, type OperationSpec } from "../../define/model/operation.js";
import type { AtomicSpec } from "../../define/model/router.js";
import { ATOMIC, ATOMIC_OPERATIONS, ATOMIC_RESULTS, atomicType } from "../../wire/atomic.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { JsonSchema, OpenapiOperation } from "../document/document.js";
import type { ErrorResponses } from "./errors.js";
import { keyParameters, withReplayed } from "./headers.js";
import { API_TAG, summaryOf } from "./operation.js";
import type { ResourceSchemas } from "../schemas/resource-schemas.js";
import { dataOf } from "./bodies.js";
import { oneOf } from "../schemas/resource-schemas.js";

const OPS: Readonly<Record<string, string>> = { POST: "add", PATCH: "update", DELETE: "remove" };
const TYPE = atomicType(false);
const string: JsonSchema = { type: "string" };

/** Describes `POST /operations`: a schema for each registered operation that a request may contain. */
export function describeAtomic(
  { max, operation }: AtomicSpec,
  operations: readonly OperationSpec[],
  schemas: ResourceSchemas,
  errors: ErrorResponses,
): OpenapiOperation {
  const writes = operations.filter(
    (each) => methodOf(each) !== "GET" && OPERATIONS[each.info.kind].target !== "action",
  );
  const items = writes.length === 0 ? {} : { anyOf: writes.map((each) => operationSchema(each, schemas)) };
  const request: JsonSchema = {
    type: "object",
    required: [ATOMIC_OPERATIONS],
    properties: {
      [ATOMIC_OPERATIONS]: { type: "array", minItems: 1, ...(Number.isFinite(max) && { maxItems: max }), items },
    },
  };
  const withRows = writes.filter(({ info }) => OPERATIONS[info.kind].response === "resource");
  const rows = [...new Set(withRows.map(({ resource }) => resource))].map((resource) => schemas.read(resource));
  const data = rows.length === 0 ? {} : { data: oneOf(rows) };
  const result: JsonSchema = { type: "object", properties: { ...data, meta: { type: "object" } } };
  const response: JsonSchema = {
    type: "object",
    required: ["jsonapi", ATOMIC_RESULTS],
    properties: {
      jsonapi: { type: "object", required: ["version"], properties: { version: string, ext: { type: "array" } } },
      [ATOMIC_RESULTS]: { type: "array", minItems: 1, items: result },
    },
  };
  const affects = { description: "The other types that changed.", schema: string };
  const headers = writes.some(({ options }) => options.affects?.length) && { headers: { "Trestle-Affects": affects } };
  return {
    operationId: "operations",
    tags: [API_TAG],
    summary: "Run several writes together: all succeed, or none",
    description: `JSON:API's extension for atomic operations: ${ATOMIC}`,
    parameters: keyParameters(operation),
    requestBody: { required: true, content: { [TYPE]: { schema: request } } },
    responses: {
      ...withReplayed(operation, {
        "200": {
          description: "A result for each operation, in the same order.",
          ...headers,
          content: { [TYPE]: { schema: response } },
        },
        "204": { description: "Done. Every result is empty.", ...headers },
      }),
      ...errors.ofBatch(operation, writes),
    },
  };
}

function operationSchema(operation: OperationSpec, schemas: ResourceSchemas): JsonSchema {
  const { info, resource } = operation;
  const isCreate = info.kind === "createOne";
  const op = OPS[methodOf(operation)] ?? "";
  const data = dataOf(operation, schemas, true);
  const needsTarget = !isCreate && info.kind !== "editOne";
  const isVersioned = resource.version !== undefined && !isCreate;
  const version: JsonSchema = {
    type: resource.version?.kind === "int" ? "integer" : "string",
    ...(resource.version?.required && { description: "Required in the first change of a resource." }),
  };
  return {
    type: "object",
    description: summaryOf(operation),
    required: ["op", ...(data === undefined ? [] : ["data"])],
    properties: {
      op: { type: "string", enum: [op] },
      ...(isCreate ? {} : { ref: refSchema(operation) }),
      href: { type: "string", format: "uri-reference" },
      ...(data && { data }),
      ...(isVersioned && { meta: { type: "object", properties: { version } } }),
    },
    ...(needsTarget && {
      oneOf: [
        { properties: { ref: {} }, required: ["ref"] },
        { properties: { href: {} }, required: ["href"] },
      ],
    }),
  };
}

function refSchema({ info }: OperationSpec): JsonSchema {
  const { type, relationship } = info;
  return {
    type: "object",
    required: ["type", ...(relationship === undefined ? [] : ["relationship"])],
    properties: {
      type: { type: "string", enum: [type] },
      id: string,
      lid: string,
      ...(relationship !== undefined && { relationship: { type: "string", enum: [relationship] } }),
    },
    oneOf: [{ required: ["id"] }, { required: ["lid"] }],
  };
}
