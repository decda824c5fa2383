import { NOTHING, makeEnvelope } from "../model/response.js";
import type { Extent, Respond, RespondOptions } from "../types/response.js";

/**
 * A handler's full answer: rows, and what stands beside them in the document. Returning a row or rows alone is
 * the same as `respond(rows)`.
 *
 * @param data A row, rows, or null.
 * @param options `included`, `links`, `meta`, and for a paged list `total` or `hasMore`.
 *
 * @example
 * ```ts
 * import { respond } from "trestle";
 *
 * const answer = respond([{ id: 1, title: "Zod" }], { total: 1, meta: { took: 3 } });
 * if (answer.total !== 1) throw new Error("unreachable");
 * ```
 */
export const respond: Respond = Object.assign(
  (data: unknown, options: RespondOptions & Partial<Extent> = NOTHING) => makeEnvelope(data, options),
  { sparse: (data: unknown, options: RespondOptions & Partial<Extent> = NOTHING) => makeEnvelope(data, options) },
) as unknown as Respond; // brands are types only: one function serves every overload
