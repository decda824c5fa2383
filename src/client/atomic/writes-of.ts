import type { Document, ResourceObject } from "../send/document.js";
import type { SentWrite } from "../send/sent-write.js";
import type { Operations } from "./operations.js";
import type { PlannedCall } from "./plan.js";

const METHODS: Readonly<Record<string, string>> = { create: "POST", add: "POST", delete: "DELETE", remove: "DELETE" };

/**
 * The operations of a batch as the writes that they stand for, for `trestle/query`.
 *
 * @param results Of a batch that succeeded. Without them, the id of a created resource is unknown, and empty here.
 */
export function writesOf(
  steps: readonly PlannedCall[],
  operations: Operations,
  results: readonly Document[] = [],
): SentWrite[] {
  return steps.map((step, index): SentWrite => {
    const { type, method, args } = step;
    const [target, given, related] = args;
    const reference = operations.reference(step);
    const id = "id" in reference ? reference.id : ((results[Number(reference.lid)]?.data as ResourceObject)?.id ?? "");
    const isLink = !/^(create|update|delete)$/.test(method);
    const { id: _, ...created } = (method === "create" ? target : {}) as { id?: unknown }; // `Operations` checked it
    const input = method === "create" ? created : isLink ? related : given;
    return {
      method: METHODS[method] ?? "PATCH",
      segments: method === "create" ? [type] : isLink ? [type, id, "relationship", given] : [type, id],
      options: undefined,
      input,
      document: results[index],
    };
  });
}
