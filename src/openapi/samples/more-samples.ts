import type { OpenapiDocument, OpenapiOperation, OpenapiServer } from "../document/document.js";
import { isRecord, resolvePart } from "../document/keywords.js";
import { CODE_SAMPLES, type CodeSample, sampleUrl } from "./code-samples.js";
import { curlOf } from "./curl.js";

/**
 * Adds samples to the operations that have none: the batch, and those of the user's registry, which no client calls.
 *
 * @param hasBatch Whether `POST /operations` is the API's own.
 */
export function withMoreSamples(document: OpenapiDocument, hasBatch: boolean): OpenapiDocument {
  const calls = Object.values(document.paths).flatMap((item) => Object.values(item).flatMap(callsOf));
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const members = Object.entries(item).map(([method, operation]) => {
      // A path of a registry may have other members than operations.
      if (!isRecord(operation) || !("responses" in operation) || CODE_SAMPLES in operation) return [method, operation];
      const batch = hasBatch && path === "/operations" ? calls.map(batchOf).slice(0, 1) : [];
      const curl = { lang: "Shell", label: "curl", source: curlFor(path, method, operation, document) };
      return [method, { ...operation, [CODE_SAMPLES]: [...batch, curl] }];
    });
    return [path, Object.fromEntries(members)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function curlFor(path: string, method: string, operation: OpenapiOperation, document: OpenapiDocument): string {
  const { components, security, servers } = document;
  const { schemas, securitySchemes = {} } = components;
  const parameters = (operation.parameters ?? []).map((each) => resolvePart(each, components));
  const url = sampleUrl((operation.servers ?? servers) as readonly OpenapiServer[]); // a member that OpenAPI defines
  return curlOf(path, method, { ...operation, parameters }, { url, schemas, security, securitySchemes });
}

/** The calls of an operation that create a resource. */
function callsOf({ [CODE_SAMPLES]: samples = [] }: OpenapiOperation): CodeSample[] {
  return (samples as readonly CodeSample[]).filter(({ source }) => CREATE.test(source)); // ours, or the user's
}

const CREATE = /^await client([^(]*\.create\([\s\S]*?)(?:, \{ retry: 3 \})?\);$/;

/** A batch with a create that is also a call by itself. */
function batchOf({ source, ...sample }: CodeSample): CodeSample {
  const planned = source.replace(CREATE, "tx$1),").replaceAll("\n", "\n  ");
  return { ...sample, source: `await client.atomic((tx) => [\n  ${planned}\n]);` };
}
