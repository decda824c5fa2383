import type { Notice, NoticeOp } from "../../wire/live.js";
import type { Change } from "../cache/change.js";

const VERBS = {
  create: "created",
  update: "edited",
  delete: "deleted",
  relate: "re-linked",
  call: "called",
} as const satisfies Record<NoticeOp, Change["verb"]>;

/** The change that a notice is about. It knows less than that of an own write: neither values nor the ids of links. */
export function changeOf(notice: Notice): Change {
  const { type, id, op, relationships } = notice;
  const isOfAny = id === undefined;
  const verb = VERBS[op];
  // A create may set more relationships than the request. If an update lists nothing, anything may have changed.
  const isVague = isOfAny || op === "create" || !(relationships ?? notice.fields);
  return {
    verb,
    type,
    id,
    isOfAny,
    resource: undefined,
    document: undefined,
    names: relationships ?? [],
    relinksAny: isVague && op !== "delete" && op !== "call",
    links: undefined,
    exact: false,
    affects: isOfAny ? [type] : [],
    summary: isOfAny
      ? `some ${type} were ${op === "call" ? "changed" : verb} elsewhere`
      : `${type} ${id} was ${op === "call" ? "changed" : verb} elsewhere`,
    notice,
  };
}
