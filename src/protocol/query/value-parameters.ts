import { z } from "zod";
import { isLinkedPage } from "../../define/model/list-options.js";
import type { PageDeclaration } from "../../define/types/page.js";
import { inputMembers } from "../../schema/input-schema.js";
import { compileParse, defaultOf, type ParseNow } from "../../schema/parse-now.js";
import { isBareOptional } from "../../schema/presence.js";
import { queryValue } from "../../schema/query-value.js";
import { parseInteger } from "../../schema/text.js";
import { parameterError, type ErrorObject, MAX_ERRORS, RequestError } from "../errors/request-error.js";
import { quoteShort } from "../text/json-text.js";
import {
  addError,
  type IntegerDescription,
  type Parameter,
  type QueryBuilder,
  type ValueBuilder,
  type ValueDescription,
} from "./parsed-query.js";
import { parseFailure, ParseFailure, parseValue } from "./query-string.js";
import { derivedSchema } from "../../schema/derived-schema.js";
import { mayWait, runSchema } from "../../schema/run-schema.js";
import { whenReady } from "../maybe-promise.js";

/** The part of the query that a value belongs to. */
type Part = "filter" | "extra" | "pageMembers";

/** A parameter with a schema: a filter, an extra, a page or a member of a page. */
export class ValueParameter implements Parameter {
  readonly name: string;
  readonly description: ValueDescription;
  readonly #part: Part;
  readonly #member: string;
  /** Whether a missing parameter is undefined, so that the schema need not run. */
  readonly #isBare: boolean;
  /** Compiled for the first value. */
  #parse: ParseNow | undefined;

  /**
   * @param name The decoded name in the URL.
   * @param member The name that the handler uses in that part of the query.
   */
  constructor(name: string, schema: z.ZodType, part: Part, member: string) {
    this.name = name;
    this.description = describe(name, schema);
    this.#part = part;
    this.#member = member;
    this.#isBare = isBareOptional(schema);
  }

  read(text: string, builder: ValueBuilder): void {
    const { schema, value } = this.description;
    const parsed = parseValue(text, value);
    if (parsed instanceof ParseFailure) return void addError(builder, this.name, parseFailure(this.name, text, parsed));
    this.#parse ??= compileParse(schema, this.name);
    const result = this.#parse(parsed);
    if (result.success) builder[this.#part][this.#member] = result.data;
    else addError(builder, this.name, `${this.name}: ${result.issues.map(({ message }) => message).join("; ")}`);
  }

  absent(builder: QueryBuilder): void {
    const { schema, value } = this.description;
    if (!value.optional)
      return void builder.errors.push(parameterError("missing_parameter", this.name, `${this.name} is required.`));
    // A default may be a function that returns another value each time.
    builder[this.#part][this.#member] = this.#isBare ? undefined : defaultOf(schema, this.name);
  }
}

function describe(name: string, schema: z.ZodType): ValueDescription {
  const value = queryValue(schema);
  // The registration rejects such a schema, so this never throws. It narrows the type.
  if (typeof value === "string") throw new TypeError(`${name}: ${value} cannot travel in a query string.`);
  return { takes: "value", schema, value };
}

/**
 * The parameters for the input of a query or a stream: one for each member of its schema. Its text is only converted here: the
 * schema of the whole input, which may compare members, validates them together.
 */
export function inputParameters(input: z.ZodType | undefined): Parameter[] {
  if (input === undefined) return [];
  return [...inputMembers(input)].map(([name, schema]) => {
    const description = describe(name, schema);
    const read = (text: string, { extra, errors }: QueryBuilder) => {
      const value = parseValue(text, description.value);
      if (!(value instanceof ParseFailure)) extra[name] = value;
      else errors.push(atPath([name], parameterError("invalid_parameter", name, parseFailure(name, text, value))));
    };
    return { name, description, read };
  });
}

/** The page parameters of an operation, and the value that the handler gets from them. */
export interface PageReader {
  readonly parameters: readonly Parameter[];
  readonly pageOf: (members: QueryBuilder["pageMembers"]) => unknown;
}

export function pageReader(declaration: PageDeclaration): PageReader {
  if (declaration === undefined) return { parameters: [], pageOf: () => undefined };
  if (!isLinkedPage(declaration)) return schemaReader(declaration);
  switch (declaration["~page"]) {
    case "number": {
      const { size } = declaration;
      const parameter = new IntegerParameter("page", "number", 1, Number.MAX_SAFE_INTEGER, 1);
      return { parameters: [parameter], pageOf: ({ number = 1 }) => ({ number, size }) };
    }
    case "offset": {
      const { limit: usual, maxLimit } = declaration;
      return {
        parameters: [
          new IntegerParameter("page[offset]", "offset", 0, Number.MAX_SAFE_INTEGER, 0),
          new IntegerParameter("page[limit]", "limit", 1, maxLimit, usual),
        ],
        pageOf: ({ offset = 0, limit = usual }) => ({ offset, limit }),
      };
    }
    case "cursor": {
      // Cursors mean something to the handler only. A range has the largest page as its default, as the profile requires.
      const { size: usual, maxSize } = declaration;
      const cursors = ["after", "before"].map(
        (name) => new ValueParameter(`page[${name}]`, z.string().optional(), "pageMembers", name),
      );
      return {
        parameters: [...cursors, new SizeParameter("page[size]", "size", 1, maxSize, usual)],
        pageOf: ({ after, before, size = after !== undefined && before !== undefined ? maxSize : usual }) => ({
          after,
          before,
          size,
        }),
      };
    }
  }
}

/** A bare schema describes `page` itself, and a shape describes its members. */
function schemaReader(declaration: object): PageReader {
  if ("_zod" in declaration) {
    const parameter = new ValueParameter("page", declaration as z.ZodType, "pageMembers", "page");
    return { parameters: [parameter], pageOf: ({ page }) => page };
  }
  const shape = declaration as Readonly<Record<string, z.ZodType>>; // anything but a schema is a shape
  return {
    parameters: Object.entries(shape).map(
      ([name, schema]) => new ValueParameter(`page[${name}]`, schema, "pageMembers", name),
    ),
    pageOf: (members) => members,
  };
}

/** An integer between bounds, with a default. */
export class IntegerParameter implements Parameter {
  readonly description: IntegerDescription;

  constructor(
    readonly name: string,
    readonly member: string,
    min: number,
    max: number,
    fallback: number | undefined,
  ) {
    this.description = { takes: "integer", min, max, fallback };
  }

  read(text: string, builder: ValueBuilder): void {
    const { min, max } = this.description;
    const value = parseInteger(text);
    if (value !== undefined && value >= min && value <= max) {
      builder.pageMembers[this.member] = value;
      return;
    }
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    addError(builder, this.name, `${this.name} must be an integer ${range}, not ${quoteShort(text)}.`);
  }
}

/** `page[size]` of cursor pages, with the error that the profile has for a page that is too large. */
class SizeParameter extends IntegerParameter {
  override read(text: string, builder: ValueBuilder): void {
    const { max } = this.description;
    const value = parseInteger(text);
    if (value === undefined || value <= max) return void super.read(text, builder);
    const detail = `${this.name} must be at most ${max}, not ${quoteShort(text)}.`;
    builder.errors.push({
      ...parameterError("invalid_parameter", this.name, detail),
      links: { type: MAX_SIZE_EXCEEDED },
      meta: { page: { maxSize: max } },
    });
  }
}

const MAX_SIZE_EXCEEDED = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/max-size-exceeded";

/**
 * Validates the input of a query or a stream, whose parameters were converted from their texts.
 *
 * @throws {RequestError} 400 with the name of the parameter, for each issue of the schema.
 */
export function validateInput(schema: z.ZodType): (values: Readonly<Record<string, unknown>>) => unknown {
  const waits = mayWait(schema);
  const exact = derivedSchema(schema, "exact"); // awaits every check, even if another one throws
  return (values) => {
    // Without a prototype, because a member may be called `constructor`.
    return whenReady(runSchema(exact, Object.assign(Object.create(null), values), false, waits), (result) => {
      if (result.success) return result.data;
      throw new RequestError(result.issues.slice(0, MAX_ERRORS).map((issue) => issueError(issue, values)));
    });
  };
}

function issueError({ path, message }: z.core.$ZodIssue, values: Readonly<Record<string, unknown>>) {
  const name = String(path[0] ?? "");
  if (path.length === 1 && name !== "" && !Object.hasOwn(values, name))
    return atPath(path, parameterError("missing_parameter", name, `${name} is required.`));
  // Without the name, as for a command: a form shows the message at the field, and `source` has the name.
  return atPath(path, parameterError("invalid_parameter", name, message));
}

/** Forms show the message at this member of the input. */
function atPath(path: readonly PropertyKey[], error: ErrorObject): ErrorObject {
  return path.length === 0 ? error : { ...error, meta: { path: path.map(String) } };
}
