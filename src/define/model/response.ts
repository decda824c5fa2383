import { droppedInside, holdsPromise } from "../../schema/dropped.js";
import { SET_COOKIE } from "../../wire/headers.js";
import { requireFreeHeader, requireOneSpelling } from "../header-names.js";
import type { Cursors, Envelope, Respond, RespondOptions } from "../types/response.js";

/** What an envelope has apart from its data. */
interface Parts extends RespondOptions {
  readonly total?: number | undefined;
  readonly hasMore?: boolean | undefined;
  readonly cursors?: Cursors["cursors"] | undefined;
  readonly rangeTruncated?: boolean;
}

/** The class of all envelopes. It distinguishes them from rows. */
class EnvelopeValue {
  readonly data: unknown;
  readonly included: Parts["included"];
  readonly links: Parts["links"];
  readonly meta: Parts["meta"];
  readonly total: Parts["total"];
  readonly hasMore: Parts["hasMore"];
  readonly cursors: Parts["cursors"];
  readonly status: Parts["status"];
  readonly headers: Parts["headers"];

  constructor(data: unknown, parts: Parts) {
    this.data = data;
    this.included = parts.included;
    this.links = parts.links;
    this.meta = parts.meta;
    this.total = parts.total;
    this.hasMore = parts.hasMore;
    this.cursors = parts.cursors;
    this.status = parts.status;
    this.headers = parts.headers;
  }
}

const NOTHING: Parts = {};

export function toEnvelope(result: unknown): Envelope<unknown> {
  const value = result instanceof EnvelopeValue ? result : new EnvelopeValue(result, NOTHING);
  return value as unknown as Envelope<unknown>; // the brand is a type only
}

function makeEnvelope(data: unknown, options: Parts = NOTHING): EnvelopeValue {
  if (options !== NOTHING) check(data, options);
  if (data instanceof EnvelopeValue) return extended(data, options);
  return new EnvelopeValue(data, options.cursors === undefined ? options : withCursorLinks(options, options.cursors));
}

function check(data: unknown, options: Parts): void {
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
function extended(envelope: EnvelopeValue, { included, links, meta, status, headers }: Parts): EnvelopeValue {
  return new EnvelopeValue(envelope.data, {
    ...envelope,
    included: included ? { ...envelope.included, ...included } : envelope.included,
    links: links ? { ...envelope.links, ...links } : envelope.links,
    meta: meta ? { ...envelope.meta, ...meta } : envelope.meta,
    status: status ?? envelope.status,
    headers: headers ? { ...envelope.headers, ...headers } : envelope.headers,
  });
}

/** The links and the metadata of the cursor pagination profile. The size stays in the URL, because links keep the request's query. */
function withCursorLinks(options: Parts, cursors: Cursors["cursors"]): Parts {
  const { rangeTruncated, total } = options;
  const link = (after: string | undefined, before: string | undefined) => ({ page: { after, before } });
  const links = {
    first: link(undefined, undefined),
    prev: cursors.prev === null ? null : link(undefined, cursors.prev),
    next: cursors.next === null ? null : link(cursors.next, undefined),
    ...options.links,
  };
  const page = { ...(total !== undefined && { total }), ...(rangeTruncated && { rangeTruncated }) };
  const meta = Object.keys(page).length === 0 ? options.meta : { page, ...options.meta };
  return { ...options, links, meta, hasMore: cursors.next !== null };
}

const STATUSES: ReadonlySet<unknown> = new Set([undefined, 200, 201, 202]);

/** RFC 9110, 5.1 and 5.5: what Node and `Headers` accept, too. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function checkHead({ status, headers = {} }: Parts): void {
  if (!STATUSES.has(status)) throw new TypeError(`respond: status must be 200, 201 or 202; received ${status}.`);
  const names = Object.keys(headers);
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) throw new TypeError(`respond: ${JSON.stringify(name)} is not the name of a header.`);
    const lower = name.toLowerCase();
    const values = lower === SET_COOKIE && Array.isArray(value) ? value : [value];
    if (!values.every((each) => typeof each === "string" && VALUE.test(each))) {
      throw new TypeError(
        `respond: the header "${name}" must be a string of Latin-1 characters on one line. Use encodeURIComponent(value) for others.`,
      );
    }
    requireFreeHeader(name, "respond: ");
    requireOneSpelling(name, names, "respond: ", lower === SET_COOKIE ? " Write a list of cookies under one." : "");
  }
}

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
export const respond = Object.assign(makeEnvelope, { sparse: makeEnvelope }) as unknown as Respond; // brands are types only, so one function implements every overload
