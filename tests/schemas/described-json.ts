import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenapiDocument } from "trestle/openapi";
import { holds } from "./plain.js";
import { nameOf } from "./serve.js";

const CALLED = ["toString", "valueOf", "constructor"];

type Part = "request" | "response";

/** What an OpenAPI document allows. */
export class DescribedJson {
  readonly #ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenapiDocument) {
    addFormats.default(this.#ajv);
    // RFC 3339 has no years beyond 9999. In OpenAPI 3.1 a format describes, and forbids nothing.
    const format = this.#ajv.formats["date-time"] as { readonly validate: (text: string) => boolean };
    const validate = (text: string) => /^[+-]\d{6}-/.test(text) || format.validate(text);
    this.#ajv.addFormat("date-time", { type: "string", validate });
    this.#ajv.addSchema({ ...document }, "api");
  }

  /** Why the document forbids a body; undefined where it allows it. */
  problems(index: number, part: Part, body: unknown): string | undefined {
    const validate = this.#validator(index, part);
    if (validate(body)) return undefined;
    return this.#ajv.errorsText(validate.errors, { dataVar: "" });
  }

  /** Whether ajv can judge a body: it compares by calling `toString` and `valueOf`, also where they are data. */
  static canJudge(body: unknown): boolean {
    return !holds(
      body,
      (one) => typeof one === "object" && one !== null && CALLED.some((name) => Object.hasOwn(one, name)),
    );
  }

  #validator(index: number, part: Part): ValidateFunction {
    const content = "content/application~1vnd.api+json/schema";
    const name = nameOf(index);
    const place =
      part === "request" ? `~1${name}/post/requestBody/${content}` : `~1${name}~1%7Bid%7D/get/responses/200/${content}`;
    const known = this.#validators.get(place) ?? this.#ajv.compile({ $ref: `api#/paths/${place}` });
    this.#validators.set(place, known);
    return known;
  }
}
