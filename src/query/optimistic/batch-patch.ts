import { Operations } from "../../client/atomic/operations.js";
import { type PlannedBatch, PlannedCall } from "../../client/atomic/plan.js";
import { mapMembers } from "../../wire/notes/members.js";
import type { Cached } from "../cache/cached.js";
import { asJson } from "./as-json.js";
import { deletedPatch, fieldsPatch, relatedPatch } from "./apply.js";
import { joinedPatch, type Patch } from "./overlay-reads.js";
import type { LinkageChange } from "./update-linkage.js";

/** Shows the operations of a batch, one after the other. What it creates has no id yet, so neither that nor a link to it is shown. */
export function batchPatch({ steps }: PlannedBatch, cached: Cached): Patch {
  const operations = new Operations(steps, {});
  const patches = steps.flatMap((step): Patch[] => {
    const { type, method, args } = step;
    const reference = operations.reference(step);
    if (method === "create" || !("id" in reference)) return [];
    const { id } = reference;
    const [, given, related] = args;
    if (method === "delete") return [deletedPatch(type, id)];
    if (method === "update") return [fieldsPatch(type, id, asJson(known(given as object)), cached)]; // `reference` is of a valid step
    const { related: linked } = asJson(known({ related })).fields;
    return linked === undefined ? [] : [relatedPatch(type, id, `${given}`, method as LinkageChange, linked, cached)];
  });
  /** The members whose resources have ids. */
  function known(fields: object): object {
    const ids = mapMembers(fields, (value) => {
      if (Array.isArray(value)) return value.flatMap((one) => idOf(one) ?? []);
      return idOf(value);
    });
    return Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined));
  }
  function idOf(value: unknown): unknown {
    if (!(value instanceof PlannedCall)) return value;
    const reference = operations.reference(value);
    return "id" in reference ? reference : undefined;
  }
  return joinedPatch(patches);
}
