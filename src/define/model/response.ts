import { droppedInside, holdsPromise } from "../../schema/dropped.js";
import { SET_COOKIE } from "../../wire/headers.js";
import { requireFreeHeader, requireOneSpelling } from "../header-names.js";
import type { Cursors, Envelope, Extent, RespondOptions } from "../types/response.js";

/** The class of all envelopes. It distinguishes them from rows. */
class EnvelopeValue {
  constructor(
    readonly data: unknown,
    readonly included: RespondOptions["included"],
    readonly links: RespondOptions["links"],
    readonly meta: RespondOptions["meta"],
    readonly total: number | undefined,
    readonly hasMore: boolean | undefined,
    readonly cursors?: Cursors["cursors"],
    readonly status?: RespondOptions["status"],
    readonly headers?: RespondOptions["headers"],
  ) {}
}

type Options = RespondOptions & Partial<Extent>;

export const NOTHING: Options = {};

export function toEnvelope(result: unknown): Envelope<unknown> {
  const value = result instanceof EnvelopeValue ? result : makeEnvelope(result, NOTHING);
  return value as unknown as Envelope<unknown>; // the brand is a type only
}

export function makeEnvelope(data: unknown, options: Options): EnvelopeValue {
  if (options !== NOTHING) check(data, options);
  if (data instanceof EnvelopeValue) return extended(data, options);
  if ("cursors" in options && options.cursors !== undefined)
    return cursorEnvelope(data, options as typeof options & Cursors);
  const { included, links, meta, total, hasMore, status, headers } = options;
  return new EnvelopeValue(data, included, links, meta, total, hasMore, undefined, status, headers);
}

function check(data: unknown, options: Options): void {
  try {
    for (const [name, option] of Object.entries(options)) {
      // The rows are only searched where the handler put them: they may lead to others.
      const lists = name === "included" ? [option, ...Object.values(option ?? {})] : [];
      if (lists.some(holdsPromise) || (lists.length === 0 && droppedInside(option)))
        throw new TypeError(`respond: ${name} contains a promise. Await it.`);
    }
    if (options.status !== undefined || options.headers !== undefined) checkHead(options);
  } catch (error) {
    droppedInside([data, options]);
    throw error;
  }
}

/** The same envelope with more in it: what another operation or a source gave, and the handler's own metadata. */
function extended(envelope: EnvelopeValue, { included, links, meta, status, headers }: Options): EnvelopeValue {
  return new EnvelopeValue(
    envelope.data,
    included ? { ...envelope.included, ...included } : envelope.included,
    links ? { ...envelope.links, ...links } : envelope.links,
    meta ? { ...envelope.meta, ...meta } : envelope.meta,
    envelope.total,
    envelope.hasMore,
    envelope.cursors,
    status ?? envelope.status,
    headers ? { ...envelope.headers, ...headers } : envelope.headers,
  );
}

/** The links and the metadata of the cursor pagination profile. The size stays in the URL, because links keep the request's query. */
function cursorEnvelope(data: unknown, options: RespondOptions & Cursors): EnvelopeValue {
  const { cursors, rangeTruncated, total } = options;
  const link = (after: string | undefined, before: string | undefined) => ({ page: { after, before } });
  const links = {
    first: link(undefined, undefined),
    prev: cursors.prev === null ? null : link(undefined, cursors.prev),
    next: cursors.next === null ? null : link(cursors.next, undefined),
    ...options.links,
  };
  const page = { ...(total !== undefined && { total }), ...(rangeTruncated && { rangeTruncated }) };
  const meta = Object.keys(page).length === 0 ? options.meta : { page, ...options.meta };
  const { included, status, headers } = options;
  return new EnvelopeValue(data, included, links, meta, total, cursors.next !== null, cursors, status, headers);
}

const STATUSES: ReadonlySet<unknown> = new Set([undefined, 200, 201, 202]);

/** RFC 9110, 5.1 and 5.5: what Node and `Headers` accept, too. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function checkHead({ status, headers = {} }: Options): void {
  if (!STATUSES.has(status)) throw new TypeError(`respond: status must be 200, 201 or 202; received ${status}.`);
  const names = Object.keys(headers);
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) throw new TypeError(`respond: ${JSON.stringify(name)} is not the name of a header.`);
    const lower = name.toLowerCase();
    const values = lower === SET_COOKIE && Array.isArray(value) ? value : [value];
    if (!values.every((one) => typeof one === "string" && VALUE.test(one))) {
      throw new TypeError(
        `respond: the header "${name}" must be a string of Latin-1 characters on one line. Use encodeURIComponent(value) for others.`,
      );
    }
    requireFreeHeader(name, "respond: ");
    requireOneSpelling(name, names, "respond: ", lower === SET_COOKIE ? " Write a list of cookies under one." : "");
  }
}
