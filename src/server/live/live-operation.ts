import { z } from "zod";
import type { OperationSpec } from "../../define/model/operation.js";
import type { RouterSpec } from "../../define/model/router.js";
import { inPlaceOfResource } from "../../define/model/resource.js";
import { CHANGE_EVENT, LIVE, NOTICE_OPS, RESET_EVENT } from "../../wire/live.js";

const INPUT = z.object({
  after: z.string().optional().describe("The last id, to continue after a break. `Last-Event-ID` wins."),
  since: z.int().nonnegative().optional().describe("Begins with what happened in these last milliseconds."),
});

const NOTICE = z.object({
  type: z.string(),
  id: z.string().optional(),
  op: z.enum(NOTICE_OPS),
  fields: z.array(z.string()).optional(),
  relationships: z.array(z.string()).optional(),
});

export type LiveInput = z.output<typeof INPUT>;

/** The router with the route of live notices. */
export function withLive(router: RouterSpec): { readonly router: RouterSpec; readonly operation: OperationSpec } {
  const known = router.actions.find(({ info }) => info.action === LIVE); // no other action of an API can have this name
  if (known !== undefined) return { router, operation: known };
  const operation: OperationSpec = {
    info: { type: "", kind: "stream", place: "api", action: LIVE },
    resource: inPlaceOfResource(z.string()),
    options: {
      input: INPUT,
      events: { [CHANGE_EVENT]: z.array(NOTICE), [RESET_EVENT]: z.object({}) },
      summary: "Stream notices of changes",
      description: `The event \`${CHANGE_EVENT}\` lists what has changed, without data. After \`${RESET_EVENT}\`, notices may be missing: read everything again.`,
    },
    middleware: router.middleware,
    handler: () => Promise.reject(new TypeError("Live notices are served by their own steps.")),
  };
  return { router: { ...router, actions: [...router.actions, operation] }, operation };
}

/** The channels that `liveChannel` made. They are kept here, because a server without a channel does not load its code. */
export const CHANNELS = new WeakSet<object>();
