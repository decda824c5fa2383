import type { OperationSpec } from "../define/model/operation.js";
import { httpError } from "../protocol/errors/http-error.js";
import { JSON_API } from "../wire/media-types.js";
import type { OpenapiResponse, Reference, Responses } from "./document.js";
import { pascalCase } from "./names.js";

/** What an operation's requests hold besides a query. */
export interface RequestParts {
  readonly hasId: boolean;
  readonly hasBody: boolean;
}

type Codes = readonly (readonly [status: number, codes: readonly string[]])[];

const PARAMETER_CODES = [
  "unknown_parameter",
  "missing_parameter",
  "invalid_parameter",
  "duplicate_parameter",
  "query_too_long",
];

/** The codes that the engine itself gives an operation's requests, by status. */
function engineErrors({ info, resource }: OperationSpec, { hasId, hasBody }: RequestParts): Codes {
  const always: Codes = [...(hasId ? [[404, ["not_found"]] as const] : []), [500, ["internal_error"]]];
  if (info.kind === "rpc") return always;
  const refused: Codes = [
    [400, PARAMETER_CODES],
    [406, ["not_acceptable"]],
    [415, ["unsupported_media_type"]],
    ...always,
  ];
  if (!hasBody) return refused;
  const takesNoId = info.kind === "createOne" && !resource.createFields.has("id");
  return [
    ...refused,
    [400, [...PARAMETER_CODES, "malformed_json", "invalid_document"]],
    ...(takesNoId ? [[403, ["client_id_not_allowed"]] as const] : []),
    [409, info.kind === "editOne" ? ["type_mismatch", "id_mismatch"] : ["type_mismatch"]],
    [413, ["content_too_large"]],
    [422, ["required", "unknown_field", "invalid_type", "invalid_id"]],
  ];
}

/** The error responses of a document, each status once. */
export class ErrorResponses {
  readonly #used = new Set<number>();

  /** Those of one operation: the engine's, and those that it and its middleware declare. */
  of(operation: OperationSpec, parts: RequestParts): Responses {
    const codes = new Map<number, readonly string[]>(engineErrors(operation, parts));
    const declared = [...operation.middleware.flatMap(({ errors }) => errors), ...(operation.options.errors ?? [])];
    for (const { "~error": error } of declared) {
      const known = codes.get(error.status) ?? [];
      if (!known.includes(error.code)) codes.set(error.status, [...known, error.code]);
    }
    const entries = [...codes].sort(([a], [b]) => a - b).map(([status, all]) => [`${status}`, this.#ref(status, all)]);
    return { ...Object.fromEntries(entries), default: { $ref: "#/components/responses/Error" } };
  }

  get components(): { readonly [name: string]: OpenapiResponse } {
    const statuses = [...this.#used].sort((a, b) => a - b);
    const named = statuses.map((status) => [nameOf(status), response(httpError(status, "").title)]);
    return { ...Object.fromEntries(named), Error: response("Any other error.") };
  }

  #ref(status: number, codes: readonly string[]): Reference {
    this.#used.add(status);
    const description = `${httpError(status, "").title}: ${codes.map((code) => `\`${code}\``).join(", ")}.`;
    return { $ref: `#/components/responses/${nameOf(status)}`, description };
  }
}

/** `UnsupportedMediaType`; `Error418` for a status without a name. */
function nameOf(status: number): string {
  const { code } = httpError(status, "");
  return code === "error" ? `Error${status}` : pascalCase(code.replaceAll("_", "-"));
}

function response(description: string): OpenapiResponse {
  return { description, content: { [JSON_API]: { schema: { $ref: "#/components/schemas/Errors" } } } };
}
