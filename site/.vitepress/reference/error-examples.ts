import * as trestle from "../../../src/index.js";
import type { ErrorCode } from "../../../src/wire/errors.js";
import { JSON_API, PROFILE } from "../../../src/wire/json-api.js";
import { type ErrorApiOptions, serveErrorApi } from "./error-api.js";

// A request for each error code. The responses are not written here: `error-api.ts` sends them when the site is built.

interface Sent {
  /** `GET /notes/9` */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, but a text as it is. */
  readonly body?: unknown;
}

interface Case extends Sent, Omit<ErrorApiOptions, "happens"> {
  /** What happens when the note is published. The promise is fulfilled when the shown request has its response. */
  readonly happens?: (answered: Promise<unknown>) => unknown;
  /** What the same request had when it was sent before. That one may still run. */
  readonly before?: Partial<Sent>;
}

const KEY = { "Idempotency-Key": "7f1c0f6e-0b7a-4a53-9a43-6a0b4f0f3c11" };
const ATOMIC = { "Content-Type": `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`, ...KEY };

const create = (attributes: object, relationships?: object): Case => ({
  line: "POST /notes",
  body: { data: { type: "notes", attributes, ...(relationships && { relationships }) } },
});
const withMember = (member: object): Case => create({ text: "Buy milk", ...member });
const edit = (more: Partial<Sent> & { readonly data?: object }): Case => ({
  line: "PATCH /notes/1",
  headers: more.headers ?? { "If-Match": '"2"' },
  body: { data: { type: "notes", id: "1", attributes: { text: "Buy bread" }, ...more.data } },
});
const createUser = (name: string): Case => ({
  line: "POST /users",
  body: { data: { type: "users", attributes: { name } } },
});
const publish = (happens: Case["happens"], more: Partial<Case> = {}): Case => ({
  line: "POST /notes/1/publish",
  happens,
  ...more,
});
/** The app throws this error. */
const thrown = (error: Error): Case =>
  publish(() => {
    throw error;
  });

const CASES: Partial<Record<ErrorCode, Case>> = {
  bad_request: { line: "GET /notes/%E0%A4%A" },
  unknown_parameter: { line: "GET /notes?filter[txt__contains]=milk" },
  missing_parameter: { line: "GET /users" },
  invalid_parameter: { line: "GET /notes?sort=txt" },
  duplicate_parameter: { line: "GET /notes?page[limit]=5&page[limit]=10" },
  invalid_header: edit({ headers: { "If-Match": "2" } }),
  idempotency_key_required: createUser("Bob"),
  invalid_idempotency_key: { ...createUser("Bob"), headers: { "Idempotency-Key": "clé" } },
  query_too_long: { line: "GET /notes?filter[text__contains]=milk", limits: { queryLength: 20 } },
  malformed_json: { line: "POST /notes", body: '{ "data": { "type": "notes", }' },
  invalid_document: { line: "POST /notes", body: { text: "Buy milk" } },
  invalid_operation: { line: "POST /operations", headers: ATOMIC, body: { "atomic:operations": [{ op: "copy" }] } },
  unauthorized: thrown(new trestle.Unauthorized("Sign in first.")),
  forbidden: thrown(new trestle.Forbidden("Only the author may publish a note.")),
  cross_site: publish(() => {}, { headers: { "Sec-Fetch-Site": "cross-site" } }),
  client_id_not_allowed: {
    line: "POST /notes",
    body: { data: { type: "notes", id: "7", attributes: { text: "Buy milk" } } },
  },
  update_not_allowed: {
    line: "PATCH /users/1",
    body: { data: { type: "users", id: "1", attributes: { name: "Anna" } } },
  },
  relationship_update_not_allowed: { line: "PATCH /notes/1/relationship/author", body: { data: null } },
  not_found: { line: "GET /notes/9" },
  method_not_allowed: { line: "DELETE /notes/1" },
  not_acceptable: { line: "GET /notes", headers: { Accept: "text/html" } },
  conflict: thrown(new trestle.Conflict("This note is published.")),
  request_in_progress: publish((answered) => answered, { headers: KEY, before: {} }),
  response_withheld: {
    ...createUser("Bob"),
    headers: { ...KEY, Accept: `${JSON_API}; profile="${PROFILE}"` },
    before: { headers: KEY },
  },
  type_mismatch: { line: "POST /notes", body: { data: { type: "users", attributes: { name: "Bob" } } } },
  id_mismatch: edit({ data: { id: "2" } }),
  gone: thrown(new trestle.Gone("This note was deleted.")),
  precondition_failed: thrown(new trestle.PreconditionFailed("This note has changed since you read it.")),
  version_mismatch: edit({ headers: { "If-Match": '"1"' } }),
  content_too_large: { ...create({ text: "Buy milk" }), limits: { bodySize: 50 } },
  too_many_operations: {
    line: "POST /operations",
    headers: ATOMIC,
    body: { "atomic:operations": [1, 2, 3].map((id) => ({ op: "remove", ref: { type: "notes", id: String(id) } })) },
  },
  unsupported_media_type: { ...create({ text: "Buy milk" }), headers: { "Content-Type": "text/plain" } },
  unprocessable_content: thrown(new trestle.UnprocessableContent("A note of two words cannot be published.")),
  idempotency_key_reused: { ...createUser("Bob"), headers: KEY, before: createUser("Eve") },
  required: create({}),
  unknown_field: create({ txt: "Buy milk" }),
  invalid_type: create({ text: 5 }),
  invalid_id: create({ text: "Buy milk" }, { author: { data: { type: "users", id: "ann" } } }),
  custom: withMember({ slug: "buy milk" }),
  invalid_format: withMember({ reply_to: "ann" }),
  invalid_key: withMember({ words: { butter: "salted" } }),
  invalid_union: withMember({ size: true }),
  invalid_value: withMember({ mood: "fine" }),
  not_multiple_of: withMember({ cents: 7 }),
  too_big: withMember({ stars: 6 }),
  too_small: create({ text: "" }),
  unrecognized_keys: withMember({ place: { city: "Rome", country: "Italy" } }),
  precondition_required: edit({ headers: {} }),
  too_many_requests: thrown(new trestle.TooManyRequests("Wait 30 seconds.", { headers: { "retry-after": "30" } })),
  internal_error: thrown(new Error("connect ECONNREFUSED")),
  service_unavailable: thrown(
    new trestle.ServiceUnavailable("The database does not respond.", { headers: { "retry-after": "5" } }),
  ),
  timeout: publish((answered) => answered, { timeout: 10 }),
};

/** Headers of a response that say something about the error. */
const SHOWN = ["content-type", "retry-after", "allow", "location", "etag"];

const headersOf = ({ headers = {}, body }: Sent): Record<string, string> =>
  body === undefined ? { ...headers } : { "Content-Type": JSON_API, ...headers };

const textOf = ({ body }: Sent, indent?: number): string | undefined =>
  typeof body === "string" ? body : JSON.stringify(body, null, indent);

function requestOf(sent: Sent): Request {
  const [method = "", path = ""] = sent.line.split(" ");
  const body = textOf(sent) ?? null;
  return new Request(`http://localhost:3000/api${path}`, { method, headers: headersOf(sent), body });
}

function shownRequest(sent: Sent): string {
  const headers = Object.entries(headersOf(sent)).map(([name, value]) => `${name}: ${value}`);
  const text = textOf(sent, 2);
  const body = text === undefined ? [] : ["", text];
  return [`${sent.line.replace(" /", " /api/")} HTTP/1.1`, ...headers, ...body].join("\n");
}

export interface ErrorExample {
  /** Whether another request had the same key. */
  readonly isRepeat: boolean;
  readonly request: string;
  readonly response: string;
}

async function exampleOf(code: string, { before, happens, limits, timeout, ...sent }: Case): Promise<ErrorExample> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const happensOnce = () => {
    begin();
    return happens?.(answered);
  };
  const serve = serveErrorApi({
    ...(happens && { happens: happensOnce }),
    ...(limits && { limits }),
    ...(timeout && { timeout }),
  });
  const first = before && serve(requestOf({ ...sent, ...before }));
  if (first) await (happens ? begun : first); // otherwise the second request may be the first that the server sees
  const response = await serve(requestOf(sent));
  const text = await response.text();
  answer();
  await first;
  if (!text.includes(`"code":"${code}"`))
    throw new Error(`The example of ${code} was answered with ${response.status}: ${text}`);
  const headers = [...response.headers]
    .filter(([name]) => SHOWN.includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  return {
    isRepeat: before !== undefined,
    request: shownRequest(sent),
    response: [`HTTP/1.1 ${response.status}`, ...headers, "", JSON.stringify(JSON.parse(text), null, 2)].join("\n"),
  };
}

/** By code. Adapters send the codes that are not here, before Trestle sees a request. */
export const errorExamples: ReadonlyMap<string, ErrorExample> = new Map(
  await Promise.all(Object.entries(CASES).map(async ([code, each]) => [code, await exampleOf(code, each)] as const)),
);
