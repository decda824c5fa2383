import type { Envelope, Extent, RespondOptions } from "../types/response.js";

/** The class of all envelopes. It distinguishes them from rows. */
class EnvelopeValue {
  constructor(
    readonly data: unknown,
    readonly included: RespondOptions["included"],
    readonly links: RespondOptions["links"],
    readonly meta: RespondOptions["meta"],
    readonly total: number | undefined,
    readonly hasMore: boolean | undefined,
  ) {}
}

export const NOTHING: RespondOptions & { readonly total?: number; readonly hasMore?: boolean } = {};

export function toEnvelope(result: unknown): Envelope<unknown> {
  const value = result instanceof EnvelopeValue ? result : makeEnvelope(result, NOTHING);
  return value as unknown as Envelope<unknown>; // the brand is a type only
}

export function makeEnvelope(data: unknown, options: RespondOptions & Partial<Extent>): EnvelopeValue {
  return new EnvelopeValue(data, options.included, options.links, options.meta, options.total, options.hasMore);
}
