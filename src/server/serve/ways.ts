import { isAction } from "../../define/model/operation.js";
import { OPERATIONS } from "../../wire/operations.js";
import { action, batch, enterInBatch, handleInBatch, jsonApi, rpc, taggedRead, write } from "./serve.js";
import { liveNotices } from "./serve-live.js";
import type { Ways } from "./served-api.js";

/** What serves the requests of each kind of operation. */
export const WAYS: Ways = {
  of(spec, { router, limits, live, liveOperation }) {
    const { info, resource, options } = spec;
    if (spec === router.atomic?.operation) return batch;
    if (live !== undefined && spec === liveOperation) return liveNotices(live);
    if (info.kind === "rpc") return rpc(spec, limits);
    if (isAction(info)) return action(spec, limits);
    if (resource.version !== undefined && info.kind === "getOne") return taggedRead;
    const isVersioned = resource.version !== undefined && OPERATIONS[info.kind].method !== "GET";
    return options.idempotent || isVersioned ? write : jsonApi;
  },
  enterInBatch,
  handleInBatch,
};
