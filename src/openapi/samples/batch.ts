import type { OperationSpec } from "../../define/model/operation.js";
import { ATOMIC_OPERATIONS } from "../../wire/atomic.js";
import type { OpenapiDocument } from "../document/document.js";
import { type CallContext, clientCall, CREATED } from "./client-call.js";
import { bodyOf, VARIANTS } from "./sample-body.js";
import { wrapped } from "./wrapped.js";

const CALL = /^await client([\s\S]*?)(?:, \{ retry: 3 \})?\);$/;

/**
 * A batch, as the client's call and as a request's body: a create, and if there is one, another that has the new resource in a
 * relationship. Undefined for an API without creates.
 */
export function batchSample({ paths }: OpenapiDocument, specs: ReadonlyMap<string, OperationSpec>, all: CallContext) {
  const creates = [...specs].flatMap(([place, spec]) => {
    const operation = paths[place.replace("post ", "")]?.post;
    if (spec.info.kind !== "createOne" || !operation) return [];
    const { data } = Object(bodyOf(operation, all.schemas, VARIANTS.batch)?.value);
    const plan = (indent: string, link?: string) => {
      const call = clientCall(spec, operation, { ...all, variant: VARIANTS.batch, link }) ?? "";
      return call.replace(CALL, "tx$1)").replaceAll("\n", `\n${indent}`); // texts in it have no line breaks
    };
    return [{ spec, data: Object(data), plan }];
  });
  const pairs = creates.flatMap(({ spec, data, plan }) =>
    Object.entries<{ data?: unknown }>(data.relationships ?? {}).flatMap(([link, linkage]) => {
      const type = spec.resource.relationships.get(link)?.target;
      const first = creates.find((each) => each.spec !== spec && each.spec.info.type === type);
      if (first === undefined || first.data.id !== undefined) return []; // what has an id needs no `lid`
      const reference = { type, lid: CREATED };
      const linked = { data: Array.isArray(linkage.data) ? [reference] : reference };
      const second = { ...data, relationships: { ...data.relationships, [link]: linked } };
      return [{ first, added: [{ ...reference, ...first.data }, second], plan, link }];
    }),
  );
  const [pair] = pairs;
  const { first, added } = pair ?? { first: creates[0], added: [creates[0]?.data] };
  if (first === undefined) return undefined;
  const results = pair ? [CREATED, pair.plan("    ", pair.link)] : [CREATED];
  const list = wrapped(["[", "]"], results, "  ", "  return ".length, ",");
  const call = `await client.atomic((tx) => {\n  const ${CREATED} = ${first.plan("  ")};\n  return ${list};\n});`;
  return { call, body: { [ATOMIC_OPERATIONS]: added.map((data) => ({ op: "add", data })) } };
}
