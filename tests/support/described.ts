import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenapiDocument, OpenapiOperation, OpenapiResponse, Reference } from "trestle/openapi";

/** An answer as it is judged. */
export interface Judged {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly hasLocation: boolean;
  readonly text: string;
}

const ERRORS = "#/components/schemas/Errors";
const PLAIN_ERRORS = "#/components/schemas/PlainErrors";

/** The codes that only the engine gives. Where it answers with one, the operation's description must name it. */
const ENGINE_CODES = new Set([
  "unknown_parameter",
  "missing_parameter",
  "invalid_parameter",
  "duplicate_parameter",
  "query_too_long",
  "malformed_json",
  "invalid_document",
  "client_id_not_allowed",
  "not_acceptable",
  "type_mismatch",
  "id_mismatch",
  "content_too_large",
  "unsupported_media_type",
  "required",
  "unknown_field",
  "invalid_id",
  "internal_error",
]);

/** A document as a judge of what a server answers: status, media type, headers and schema. */
export class Described {
  readonly #document: OpenapiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenapiDocument) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(closed(document) as object, "api");
  }

  /** Throws where an answer is not as described. */
  check(method: string, path: string, { status, headers }: { status: number; headers: Headers }, text: string): void {
    const contentType = headers.get("content-type") ?? undefined;
    const problems = this.judge(method, path, { status, contentType, hasLocation: headers.has("location"), text });
    if (problems.length > 0) throw new Error(`The answer is not as described.\n${problems.join("\n")}`);
  }

  /** What is wrong with an answer; empty where it is as described. `path` is below the mount point. */
  judge(method: string, path: string, answer: Judged): string[] {
    const found = this.find(method === "HEAD" ? "GET" : method, path);
    const where = `${method} ${path} ${answer.status}`;
    if (found === undefined) {
      if (path === "/") return []; // the entry point is how clients without a description find the lists
      if (answer.status < 400) return [`${where}: no such operation is described`];
      return method === "HEAD" ? [] : this.#judgeBody(ERRORS, answer, where);
    }
    const [template, operation] = found;
    const { responses } = operation;
    const key = [`${answer.status}`, `${`${answer.status}`[0]}XX`].find((status) => status in responses) ?? "default";
    if (key === "default" && answer.status < 400) return [`${where}: the status is not described`];
    const pointer = `#/paths/${escaped(template)}/${(method === "HEAD" ? "GET" : method).toLowerCase()}/responses/${key}`;
    const stated = responses[key];
    const unnamed = this.#unnamedCodes(method, answer, stated);
    if (unnamed.length > 0) return unnamed.map((code) => `${where}: the code "${code}" is not described`);
    if (stated !== undefined && "$ref" in stated)
      return method === "HEAD" ? [] : this.#judgeBody(ERRORS, answer, where);
    return this.#judgeResponse(stated as OpenapiResponse, pointer, method, answer, where);
  }

  /** The operation at a path, and the template that it matches. */
  find(method: string, path: string): [template: string, operation: OpenapiOperation] | undefined {
    const segments = path.replace(/\?.*/s, "").split("/").map(decode);
    // OpenAPI 3.1, "Path Templating Matching": a path without parameters is matched first.
    const paths = Object.entries(this.#document.paths).sort(
      ([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")),
    );
    for (const [template, item] of paths) {
      const operation = item[method.toLowerCase()];
      const parts = template.split("/");
      if (operation === undefined || parts.length !== segments.length) continue;
      if (parts.every((part, index) => (part === "{id}" ? segments[index] !== "" : decode(part) === segments[index])))
        return [template, operation];
    }
    return undefined;
  }

  /** The engine's own codes in an error answer that its description does not name: the table of them may not drift. */
  #unnamedCodes(method: string, { status, text }: Judged, stated: OpenapiResponse | Reference | undefined): string[] {
    if (method === "HEAD" || status < 400 || text === "") return [];
    const named = stated?.description ?? "";
    const { errors = [] }: { errors?: readonly { readonly code: string }[] } = parsed(text);
    // Of problems with several statuses the answer's is 400, which none of them has alone.
    const own = errors.filter((error) => !("status" in error) || error.status === `${status}`);
    return own.map(({ code }) => code).filter((code) => ENGINE_CODES.has(code) && !named.includes(`\`${code}\``));
  }

  #judgeResponse(
    { content, headers }: OpenapiResponse,
    pointer: string,
    method: string,
    answer: Judged,
    where: string,
  ): string[] {
    const missing = headers?.Location !== undefined && !answer.hasLocation ? [`${where}: no Location`] : [];
    if (content === undefined || "*/*" in content || method === "HEAD") return missing;
    const [bare = ""] = (answer.contentType ?? "").split(";");
    const type = answer.contentType !== undefined && answer.contentType in content ? answer.contentType : bare;
    if (type === "text/event-stream" && type in content)
      return this.#judgeEvents(`${pointer}/content/${escaped(type)}/schema`, answer, where);
    if (!(type in content)) return [...missing, `${where}: the media type "${answer.contentType}" is not described`];
    return [...missing, ...this.#judgeBody(`${pointer}/content/${escaped(type)}/schema`, answer, where)];
  }

  /** Judges each event of a stream by the schema for one. */
  #judgeEvents(pointer: string, answer: Judged, where: string): string[] {
    const events = answer.text.split("\n\n").flatMap((text) => eventOf(text) ?? []);
    return events.flatMap((event) => this.#judgeBody(pointer, { ...answer, text: JSON.stringify(event) }, where));
  }

  #judgeBody(pointer: string, { text, contentType }: Judged, where: string): string[] {
    const isPlain = contentType === "application/json" && "PlainErrors" in this.#document.components.schemas;
    if (pointer === ERRORS && !isPlain && !contentType?.startsWith("application/vnd.api+json")) {
      return [`${where}: the media type "${contentType}" is not described`];
    }
    const to = pointer === ERRORS && isPlain ? PLAIN_ERRORS : pointer;
    let validate = this.#validators.get(to);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `api${to}` });
      this.#validators.set(to, validate);
    }
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(
      (error) => `${where}: ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }
}

/** Objects that say nothing of other members allow them; here they may have none, so that nothing undescribed passes. */
function closed(json: unknown, inAll = false): unknown {
  if (Array.isArray(json)) return json.map((item) => closed(item, inAll));
  if (json === null || typeof json !== "object") return json;
  const entries = Object.entries(json).map(([key, value]) => [key, closed(value, key === "allOf")] as const);
  const object = Object.fromEntries(entries);
  const isOpen = "properties" in json && "type" in json && json.type === "object" && !("additionalProperties" in json);
  return isOpen && !inAll ? { ...object, additionalProperties: false } : object;
}

/** An event as the description has it. Undefined for a comment, and for the events that every stream has. */
function eventOf(text: string): object | undefined {
  const lines = text.split("\n").map((line) => /^(event|id|data): ?(.*)$/.exec(line));
  const fields = Object.fromEntries(lines.flatMap((match) => (match === null ? [] : [[match[1], match[2]]])));
  if (fields.event === undefined || fields.event.startsWith("trestle-")) return undefined;
  return { ...fields, data: JSON.parse(fields.data ?? "null") };
}

/** An rpc may return anything. A body that is not JSON contains no errors. */
function parsed(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function escaped(text: string): string {
  return encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
