import type { Notice } from "../../wire/live.js";
import type { View } from "../kernel/views.js";
import { someOf } from "./notices-of.js";

/**
 * A notice without what is hidden from a listener. Undefined if nothing is left, or if the API does not have the type.
 *
 * @param isBare Whether the listener may know types and operations only.
 */
export function visibleNotice(notice: Notice, { api }: View, isBare: boolean): Notice | undefined {
  const { type, id, op, fields, relationships } = notice;
  const resource = api.resources.get(type);
  if (resource === undefined) return undefined;
  const { attributes, writeOnly } = resource;
  const seen = fields?.filter((name) => attributes.has(name) && !writeOnly.has(name));
  const linked = relationships?.filter((name) => resource.relationships.has(name));
  const isNamed = (fields?.length ?? 0) + (relationships?.length ?? 0) > 0;
  const isHidden = isNamed && (seen?.length ?? 0) + (linked?.length ?? 0) === 0;
  if (isHidden && (op === "update" || op === "relate")) return undefined;
  if (isBare) return { type, op };
  return { type, ...(id !== undefined && { id }), op, ...someOf("fields", seen), ...someOf("relationships", linked) };
}
