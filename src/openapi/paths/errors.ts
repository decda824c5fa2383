import type { DeclaredError } from "../../define/errors.js";
import { isAction, isVersionedChange, methodOf, type OperationSpec } from "../../define/model/operation.js";
import { keptSource } from "../../define/model/resource-source.js";
import { givenBy } from "./issue-codes.js";
import { httpError } from "../../protocol/errors/http-error.js";
import { type CodeRow, CODES, STATUSES, type Status, type StatusRow, type When } from "../../wire/errors.js";
import { madeOnce } from "../../schema/made-once.js";
import { JSON_API } from "../../wire/json-api.js";
import { JSON_TEXT } from "../../wire/media-types.js";
import type { OpenapiResponse, Reference, Responses } from "../document/document.js";

/** The parts of an operation's requests apart from a query. */
export interface RequestParts {
  readonly hasId: boolean;
  readonly hasBody: boolean;
  /** Whether the body may be plain JSON, which a page of another site must not send. */
  readonly isPlain?: boolean;
  /** Whether it is a batch, or runs in one: a batch has no query, and only its own key. */
  readonly batch?: "whole" | "part";
}

/** What reading a request gives that the handler of an rpc parses. */
const OF_RPC_BODY: ReadonlySet<string> = new Set(["malformed_json", "content_too_large"]);

/** The codes of Trestle itself. */
const OWN: { readonly [code: string]: CodeRow | undefined } = CODES;

/** By status, the codes, each with what this API says of it: the titles of its own errors, and what must be unique. */
class Errors extends Map<number, Map<string, Set<string>>> {
  add(status: number, code: string, words: Iterable<string> = []): void {
    const codes = madeOnce(this, status, () => new Map<string, Set<string>>());
    const all = madeOnce(codes, code, () => new Set());
    for (const each of words) all.add(each);
  }
}

/** The title of an error that the API declares itself. That of a code of Trestle says nothing more. */
function ownTitle({ code, title }: DeclaredError): string[] {
  return title === undefined || title === OWN[code]?.title ? [] : [`${title}.`];
}

/** The codes of Trestle's own errors, and of those that the operation and its middleware declare. */
function errorsOf(operation: OperationSpec, { hasId, hasBody, isPlain, batch }: RequestParts): Errors {
  const { info, resource, options } = operation;
  const isRpc = info.kind === "rpc";
  const isInput = hasBody && !isRpc;
  const isJsonApi = batch === "whole" || (!isRpc && !isAction(info));
  const happens: Readonly<Partial<Record<When, boolean>>> = {
    any: true,
    id: hasId,
    accept: isJsonApi || options.returns !== undefined,
    atomic: batch === "whole",
    "body-type": isJsonApi || (isAction(info) && hasBody),
    query: !isRpc && batch === undefined,
    body: isInput,
    schema: isInput && !info.relationship,
    document: isJsonApi && hasBody,
    create: info.kind === "createOne" && !resource.createFields.has("id"),
    edit: info.kind === "editOne",
    "cross-site":
      (isPlain === true && isJsonApi && hasBody) ||
      (info.kind === "command" && batch === undefined) ||
      (isRpc && methodOf(operation) !== "GET"),
    idempotent: Boolean(options.idempotent) && batch !== "part",
    version: isVersionedChange(operation),
  };
  const isGiven = givenBy(options.input ? [options.input] : [...resource.attributes.values()]);
  const toMany = !options.input && [...resource.relationships.values()].some(({ many }) => many);
  // Too many ids of a relationship, and a flat body that could be a document, are found without a schema.
  const gives = (code: string) => isGiven(code) || (code === "too_big" ? toMany : isPlain && code === "invalid_value");
  const errors = new Errors();
  for (const [code, { status, when }] of Object.entries(CODES)) {
    if (code === "precondition_required" && !resource.version?.required) continue;
    if (code === "idempotency_key_required" && options.idempotent !== "required") continue;
    if (when === "schema" && !gives(code)) continue;
    if (happens[when] || (isRpc && hasBody && OF_RPC_BODY.has(code))) errors.add(status, code);
  }
  const declared = [...operation.middleware.flatMap(({ errors }) => errors), ...(options.errors ?? [])];
  for (const { "~error": error } of declared) errors.add(error.status, error.code, ownTitle(error));
  const { createFields, editFields } = resource;
  const ofOne = info.kind === "createOne" ? createFields : info.kind === "editOne" && editFields;
  const written = ofOne || new Set([info.relationship ?? ""]);
  for (const { status, code, message } of keptSource(resource)?.conflicts(resource, written) ?? [])
    if (errors.get(status)?.has(code)) errors.add(status, code, [message]);
  return errors;
}

/** The error responses of a document, each status once. */
export class ErrorResponses {
  readonly #used = new Set<number>();

  /** @param plain Whether they are also plain JSON. */
  constructor(readonly plain: boolean) {}

  /** The error responses of one operation: Trestle's own, and those that it and its middleware declare. */
  of(operation: OperationSpec, parts: RequestParts): Responses {
    return this.#responses(errorsOf(operation, { ...parts, isPlain: this.plain }));
  }

  /** The error responses of a batch: its own, and those of the operations that it may contain. */
  ofBatch(batch: OperationSpec, operations: readonly OperationSpec[]): Responses {
    const errors = errorsOf(batch, { hasId: false, hasBody: true, batch: "whole" });
    for (const operation of operations)
      for (const [status, codes] of errorsOf(operation, { hasId: true, hasBody: true, batch: "part" }))
        for (const [code, words] of codes) errors.add(status, code, words);
    return this.#responses(errors);
  }

  #responses(errors: Errors): Responses {
    const entries = [...errors].sort(([a], [b]) => a - b).map(([status, all]) => [`${status}`, this.#ref(status, all)]);
    return { ...Object.fromEntries(entries), default: { $ref: "#/components/responses/Error" } };
  }

  get components(): { readonly [name: string]: OpenapiResponse } {
    const statuses = [...this.#used].sort((a, b) => a - b);
    const named = statuses.map((status) => [nameOf(status), this.#response(httpError(status, "").title)]);
    return { ...Object.fromEntries(named), Error: this.#response("Any other error.") };
  }

  #response(description: string): OpenapiResponse {
    const plain = this.plain && { [JSON_TEXT]: { schema: { $ref: "#/components/schemas/PlainErrors" } } };
    return { description, content: { [JSON_API]: { schema: { $ref: "#/components/schemas/Errors" } }, ...plain } };
  }

  /** Below the codes, a paragraph for each one that this API has words for. */
  #ref(status: number, codes: ReadonlyMap<string, ReadonlySet<string>>): Reference {
    this.#used.add(status);
    const named = [...codes.keys()].map((code) => `\`${code}\``);
    const words = [...codes]
      .filter(([, all]) => all.size > 0)
      .map(([code, all]) => `\`${code}\`: ${[...all].join(" ")}`);
    // The title of a status without a name says nothing.
    const first =
      status in STATUSES || words.length < codes.size ? [`${httpError(status, "").title}: ${named.join(", ")}.`] : [];
    const description = [...first, ...words].join("\n\n");
    return { $ref: `#/components/responses/${nameOf(status)}`, description };
  }
}

/** `UnsupportedMediaType`; `Error418` for a status without a name. */
function nameOf(status: number): string {
  const row: StatusRow | undefined = STATUSES[status as Status]; // undefined for other statuses
  return row?.name ?? `Error${status}`;
}
