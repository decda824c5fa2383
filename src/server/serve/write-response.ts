import type { Envelope } from "../../define/types/response.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import { isLinkedPage } from "../../define/model/list-options.js";
import {
  createdHeaders,
  DOCUMENT_HEADERS,
  documentHeaders,
  NO_CONTENT_HEADERS,
  PLAIN_HEADERS,
} from "../../protocol/negotiation/response-headers.js";
import { type DocumentWriter, NO_LINKS, plainList } from "../../protocol/document/document-writer.js";
import type { ResourceWriter } from "../../protocol/document/resource-writer.js";
import type { RowObject } from "../../protocol/document/linkage-writer.js";
import { CONTENT_TYPE, EXPOSE_HEADERS, SET_COOKIE } from "../../wire/headers.js";
import { JSON_API, jsonApiType } from "../../wire/json-api.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { CompiledApi } from "../compiled-api.js";
import type { OperationView, RequestState } from "../kernel/request-state.js";
import type { ServerResponse } from "../http.js";
import { holdsPromise } from "../../schema/dropped.js";
import { pageUrls, linkUrl } from "../page-urls.js";

type Links = Readonly<Record<string, string | null | undefined>>;

export const NO_CONTENT: ServerResponse = { status: 204, headers: NO_CONTENT_HEADERS, body: undefined };

/** Compiles the writer of one operation's responses: of what its handler returned. */
export function compileWriteResponse(operation: OperationSpec, api: CompiledApi): OperationView["write"] {
  const { kind, type, relationship = "" } = operation.info;
  const own = api.writer(type);
  const { links, identifiers } = own;
  switch (OPERATIONS[kind].response) {
    case "list":
      return writeRows(operation, api, own, () => links.base);
    case "related":
      return writeRows(operation, api, own, (id) => links.related(identifiers.url(id), relationship));
    case "linkage":
      return writeLinkage(operation, api.documentWriter(operation), own);
    case "resource":
      if (kind === "createOne") return writeCreated(operation, api, own);
      return writeRows(operation, api, own, (id) =>
        kind === "editOne" && !links.hasSelf ? undefined : `${links.base}/${identifiers.url(id)}`,
      );
    default:
      return nothing(operation, NO_CONTENT);
  }
}

/** Writes a response without content. A handler that returns promises, as of `ids.map(async …)`, has not done its work yet. */
export function nothing(
  { info }: OperationSpec,
  response: ServerResponse,
): (envelope: Envelope<unknown>) => ServerResponse {
  return ({ data }) => {
    if (!holdsPromise(data)) return response;
    throw new TypeError(
      `${operationName(info)}: the handler returned promises that nobody awaits. Await Promise.all(…).`,
    );
  };
}

function writeRows(
  operation: OperationSpec,
  api: CompiledApi,
  writer: ResourceWriter,
  path: (id: string) => string | undefined,
): OperationView["write"] {
  const requireArity = arityOf(operation);
  const write = compileWrite(operation, api);
  const page = linkedPageOf(operation);
  return (envelope, state) => {
    if (state.unread?.size) throw unapplied(operation, state);
    requireArity(envelope.data);
    const at = path(state.id);
    if (at !== undefined) {
      const links = page || envelope.links ? otherLinks(operation, page, envelope, state, at) : NO_LINKS;
      return write(200, at + state.query.inUrl, links, envelope, state);
    }
    const links = handlerLinks(envelope, state, `${writer.links.base}/${writer.identifiers.url(state.id)}`);
    return write(200, undefined, links, envelope, state);
  };
}

/** Nothing but the handler applies these parts of a request, so the response would have rows that the client excluded. */
function unapplied({ info }: OperationSpec, { unread, query }: RequestState): TypeError {
  const [path] = query.includeQueries?.keys() ?? [];
  const what = unread?.has("any")
    ? "the groups of filters in filter[any]. Pass its arguments to the source, or apply `any` of its arguments."
    : `the query of its include "${path}". Pass its arguments to the source.`;
  return new TypeError(`${operationName(info)}: the handler did not apply ${what}`);
}

/** JSON:API 1.1, "Creating Resources": 201, and `Location` is the resource's own link. */
function writeCreated(operation: OperationSpec, api: CompiledApi, resource: ResourceWriter): OperationView["write"] {
  const requireArity = arityOf(operation);
  const write = compileWrite(operation, api);
  return (envelope, state) => {
    requireArity(envelope.data);
    const { id } = envelope.data as RowObject; // a create returns a row
    const url = `${resource.links.base}/${resource.identifiers.url(resource.identifiers.text(id))}`;
    const location = resource.links.hasSelf ? url : undefined;
    const links = envelope.links ? handlerLinks(envelope, state, location ?? resource.links.base) : NO_LINKS;
    const response = write(201, location, links, envelope, state);
    if (location === undefined) return response;
    return {
      status: 201,
      headers: createdHeaders(response.headers[CONTENT_TYPE] ?? JSON_API, location),
      body: response.body,
    };
  };
}

function writeLinkage(
  operation: OperationSpec,
  writer: DocumentWriter,
  resource: ResourceWriter,
): OperationView["write"] {
  const name = operation.info.relationship ?? "";
  const relationship = resource.relationship(name);
  if (relationship === undefined)
    throw new TypeError(`${operationName(operation.info)}: the relationship is writeOnly, so nothing can be read.`);
  const page = linkedPageOf(operation);
  return (envelope, state) => {
    if (state.unread?.size) throw unapplied(operation, state);
    const id = resource.identifiers.url(state.id);
    const path = resource.links.relationship(id, name);
    const self = path + state.query.inUrl;
    const related = resource.links.hasRelated(name) ? resource.links.related(id, name) : undefined;
    const links: Links = { ...otherLinks(operation, page, envelope, state, path), ...(related && { related }) };
    if (envelope.data === undefined && relationship.spec.many) {
      throw new TypeError(`${operationName(operation.info)}: the handler must return a list of ids or rows.`);
    }
    const { total, meta } = envelope;
    if (state.plainResponse) {
      const ids = relationship.linkage({ id: state.id, [name]: envelope.data }, (value) =>
        relationship.flatId(value, { id: state.id }),
      );
      return plain(
        200,
        relationship.spec.many ? plainList(ids?.slice(1, -1) ?? "", { links, total, meta }) : (ids ?? "null"),
      );
    }
    const linkage = relationship.linkage({ id: state.id, [name]: envelope.data }) ?? "null";
    return document(
      200,
      writer.writeLinkage(linkage, { self, links, meta: total === undefined ? meta : { total, ...meta } }),
      state,
    );
  };
}

/** The top-level links apart from `self`. A handler may replace them. */
function otherLinks(
  operation: OperationSpec,
  page: LinkedPage,
  envelope: Envelope<unknown>,
  state: RequestState,
  path: string,
): Links {
  const links = envelope.links === undefined ? NO_LINKS : handlerLinks(envelope, state, path);
  if (page === undefined) return links;
  const { total, hasMore, cursors } = envelope;
  if ((page["~page"] === "cursor") !== (cursors !== undefined)) {
    throw new TypeError(`${operationName(operation.info)}: ${cursors ? CURSORS_WITHOUT_PAGE : PAGE_WITHOUT_CURSORS}`);
  }
  if (total === undefined && hasMore === undefined) {
    throw new TypeError(
      `${operationName(operation.info)}: a paged list needs a total or hasMore. Return respond(rows, { total }) or respond(rows, { hasMore }).`,
    );
  }
  if (page["~page"] === "cursor") return links; // `respond` made them from the cursors
  const pages: Links = pageUrls(path, state.query.inUrl.slice(1), page, state.query.page, total, hasMore);
  return links === NO_LINKS ? pages : { ...pages, ...links };
}

type LinkedPage = ReturnType<typeof linkedPageOf>;

/** The page that the links of a list lead through, if it is one of ours. */
function linkedPageOf({ options: { page } }: OperationSpec) {
  return isLinkedPage(page) ? page : undefined;
}

const PAGE_WITHOUT_CURSORS =
  "a page of cursorPage needs cursors. Return respond(rows, { cursors: { next, prev } }), with null where no page follows.";
const CURSORS_WITHOUT_PAGE =
  "the handler returned cursors, but the page is not a cursorPage. Return respond(rows, { total }) or respond(rows, { hasMore }).";

function handlerLinks({ links }: Envelope<unknown>, { query }: RequestState, path: string): Links {
  if (links === undefined) return NO_LINKS;
  const text = query.inUrl.slice(1); // without its `?`
  return Object.fromEntries(Object.entries(links).map(([name, target]) => [name, linkUrl(path, text, target)]));
}

/** Compiles the writer of documents that contain resources. */
export function compileWrite(operation: OperationSpec, api: CompiledApi) {
  const writer = api.documentWriter(operation);
  const { richTypes } = api;
  return (
    status: number,
    self: string | undefined,
    links: Links,
    envelope: Envelope<unknown>,
    state: RequestState,
  ): ServerResponse => {
    const { query } = state;
    if (state.plainResponse) {
      const { includeTree, fields } = query;
      const { data, included, total, meta } = envelope;
      return plain(status, writer.writePlain(data, { links, total, meta, includeTree, included, fields }));
    }
    const profiled = state.profileAsked && richTypes !== "never";
    const { total, meta } = envelope;
    const body = writer.write(envelope.data, {
      self,
      links,
      meta: total === undefined ? meta : { total, ...meta },
      includeTree: query.includeTree,
      included: envelope.included,
      fields: query.fields,
      rich: profiled || richTypes === "always",
      isResult: state.isResult,
    });
    return document(status, body, state, profiled);
  };
}

/** Checks that the handler returned a row or a list, as declared. A mismatch is a 500, not an invalid document. */
export function arityOf({ info, resource }: OperationSpec): (data: unknown) => void {
  const relationship = info.kind === "getRelated" ? resource.relationships.get(info.relationship ?? "") : undefined;
  const where = operationName(info);
  if (info.kind === "getMany" || relationship?.many) {
    return (data) => {
      if (Array.isArray(data) && !data.includes(null) && !data.includes(undefined)) return;
      throw new TypeError(`${where}: the handler must return a list of rows, none of them null or undefined.`);
    };
  }
  return (data) => {
    if (data !== null && typeof data === "object" && !Array.isArray(data)) return;
    if (data === null && relationship !== undefined) return;
    throw new TypeError(
      `${where}: the handler must return a row. Where the record does not exist, throw new NotFound().`,
    );
  };
}

function document(status: number, body: string, { extendedResponse }: RequestState, profiled = false): ServerResponse {
  if (!extendedResponse && !profiled) return { status, headers: DOCUMENT_HEADERS, body };
  return { status, headers: documentHeaders(jsonApiType(extendedResponse, profiled)), body };
}

function plain(status: number, body: string): ServerResponse {
  return { status, headers: PLAIN_HEADERS, body };
}

/**
 * Gives a response the status and the headers that the handler passed to `respond`. A stream keeps its status, and so does a
 * response without a body, unless the status is 202.
 */
export function withHead<T extends ServerResponse | Response>(
  response: T,
  { status, headers }: Envelope<unknown>,
): T | ServerResponse {
  if ("bodyUsed" in response) {
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (typeof value === "string") response.headers.set(name, value);
      else for (const each of value) response.headers.append(name, each);
    }
    return response;
  }
  return {
    status: status === undefined || (response.body === undefined && status !== 202) ? response.status : status,
    ...(headers ? mergedHead(headers, response.headers) : { headers: response.headers }),
    body: response.body,
  };
}

/** The headers with those of the handler, and its cookies. A list of exposed headers keeps those of Trestle. */
function mergedHead(
  given: NonNullable<Envelope<unknown>["headers"]>,
  before: ServerResponse["headers"],
): Pick<ServerResponse, "headers" | "cookies"> {
  const headers: Record<string, string> = { ...before };
  let cookies: readonly string[] | undefined;
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase(); // as the other headers, so that none is sent twice
    const exposed = lower === EXPOSE_HEADERS ? before[EXPOSE_HEADERS] : undefined;
    if (lower === SET_COOKIE) cookies = [value].flat();
    else headers[lower] = exposed === undefined ? `${value}` : `${exposed}, ${value}`;
  }
  return cookies === undefined ? { headers } : { headers, cookies };
}
