import type { OperationSpec } from "../../define/model/operation.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { OpenapiDocument, OpenapiOperation, OpenapiServer } from "../document/document.js";
import { isRecord, resolvePart } from "../document/keywords.js";
import { type CallContext, clientCallOf, shownParameters } from "./client-call.js";
import { curlOf } from "./curl.js";

/** A sample in a description. Redoc and Scalar show them, too. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export const CODE_SAMPLES = "x-codeSamples";

/** The host of samples if the description does not name one. */
export const LOCAL = "http://localhost:3000";

/** The URL of an API in samples. */
export function sampleUrl(servers: readonly { readonly url: string }[] | undefined): string {
  const { url = "/" } = servers?.[0] ?? {};
  return URL.canParse(url) ? url.replace(/\/+$/, "") : `${LOCAL}${`/${url}`.replace(/\/+/g, "/").replace(/\/$/, "")}`;
}

/**
 * Adds samples to the operations that have none: the same request by Trestle's client and by curl. Those of the user's registry, which the
 * client does not call, get only curl.
 *
 * @param specs The operations of the API, by their method and path: `get /articles/{id}`.
 * @param batch The one that runs several others.
 */
export function withSamples(
  document: OpenapiDocument,
  specs: ReadonlyMap<string, OperationSpec>,
  batch: OperationSpec | undefined,
  resources: ReadonlyMap<string, ResourceSpec>,
): OpenapiDocument {
  const reads = [...specs.values()].filter(({ info }) => info.kind === "getOne");
  const readable = new Set(reads.map(({ info }) => info.type));
  const context = { schemas: document.components.schemas, resources, readable };
  const callOf = (spec: OperationSpec, operation: OpenapiOperation) =>
    spec === batch ? batchCall(document, specs, context) : clientCallOf(spec, operation, context);
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const members = Object.entries(item).map(([method, operation]) => {
      // A path of a registry may have other members than operations.
      if (!isRecord(operation) || !("responses" in operation) || CODE_SAMPLES in operation) return [method, operation];
      const spec = specs.get(`${method} ${path}`);
      const source = curlFor(path, method, operation, document, spec);
      const call = spec && callOf(spec, operation);
      const calls = call === undefined ? [] : [{ lang: "TypeScript", label: "Trestle client", source: call }];
      return [method, { ...operation, [CODE_SAMPLES]: [...calls, { lang: "Shell", label: "curl", source }] }];
    });
    return [path, Object.fromEntries(members)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function curlFor(
  path: string,
  method: string,
  operation: OpenapiOperation,
  { components, security, servers }: OpenapiDocument,
  spec: OperationSpec | undefined,
): string {
  const { schemas, securitySchemes = {} } = components;
  const parameters = (operation.parameters ?? []).map((each) => resolvePart(each, components));
  const url = sampleUrl((operation.servers ?? servers) as readonly OpenapiServer[]); // a member that OpenAPI defines
  // The client's other calls have no query.
  const isRead =
    spec !== undefined && method === "get" && OPERATIONS[spec.info.kind].query.some((part) => part === "include");
  const shown = new Map(Object.entries(isRead ? shownParameters(operation) : {}));
  return curlOf(path, method, { ...operation, parameters }, { url, schemas, security, securitySchemes }, shown);
}

const CREATE = /^await client([\s\S]*?)(?:, \{ retry: 3 \})?\);$/;

/** A batch with a create that is also a call by itself. */
function batchCall(
  { paths }: OpenapiDocument,
  specs: ReadonlyMap<string, OperationSpec>,
  context: CallContext,
): string | undefined {
  const [place, spec] = [...specs].find(([, { info }]) => info.kind === "createOne") ?? [];
  const [method = "", path = ""] = place?.split(" ") ?? [];
  const described = paths[path]?.[method];
  if (spec === undefined || described === undefined) return undefined;
  const planned = clientCallOf(spec, described, context).replace(CREATE, "tx$1),").replaceAll("\n", "\n  ");
  return `await client.atomic((tx) => [\n  ${planned}\n]);`;
}
