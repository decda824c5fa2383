import { NOTHING, makeEnvelope } from "../model/response.js";
import type { Extent, Respond, RespondOptions } from "../types/response.js";

/**
 * Makes a full response: rows, with includes, links and metadata. A handler that returns only rows does not need it.
 *
 * @param data A row, rows, or null; or the response of another operation or of a source, to which the options are added.
 * @param options `included`, `links`, `meta`, and for a paged list `total` or `hasMore`.
 *
 * @example
 * ```ts
 * import { respond } from "trestle";
 *
 * const envelope = respond([{ id: 1, title: "Zod" }], { total: 1, meta: { took: 3 } });
 * if (envelope.total !== 1) throw new Error("unreachable");
 * ```
 */
export const respond: Respond = Object.assign(
  (data: unknown, options: RespondOptions & Partial<Extent> = NOTHING) => makeEnvelope(data, options),
  { sparse: (data: unknown, options: RespondOptions & Partial<Extent> = NOTHING) => makeEnvelope(data, options) },
) as unknown as Respond; // brands are types only, so one function implements every overload
