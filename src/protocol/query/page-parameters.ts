import { z } from "zod";
import { isLinkedPage } from "../../define/model/list-options.js";
import type { CursorPage, PageDeclaration } from "../../define/types/page.js";
import { parameterError } from "../errors/request-error.js";
import { quoteShort } from "../text/shown.js";
import type { QueryBuilder, IntegerDescription, Parameter } from "./parsed-query.js";
import { parseInteger } from "../../schema/text.js";
import { type Part, ValueParameter } from "./value-parameter.js";

const members: Part = (builder) => builder.pageMembers;

/** The page parameters of an operation, and the value that the handler gets from them. */
export interface PageReader {
  readonly parameters: readonly Parameter[];
  readonly pageOf: (builder: QueryBuilder) => unknown;
}

export function pageReader(declaration: PageDeclaration): PageReader {
  if (declaration === undefined) return { parameters: [], pageOf: () => undefined };
  if (!isLinkedPage(declaration)) return schemaReader(declaration);
  if (declaration["~page"] === "number") {
    const { size } = declaration;
    const parameter = new IntegerParameter("page", "number", 1, Number.MAX_SAFE_INTEGER, 1);
    return { parameters: [parameter], pageOf: ({ pageMembers }) => ({ number: pageMembers.number, size }) };
  }
  if (declaration["~page"] === "cursor") return cursorReader(declaration);
  const { limit, maxLimit } = declaration;
  return {
    parameters: [
      new IntegerParameter("page[offset]", "offset", 0, Number.MAX_SAFE_INTEGER, 0),
      new IntegerParameter("page[limit]", "limit", 1, maxLimit, limit),
    ],
    pageOf: ({ pageMembers }) => pageMembers,
  };
}

/** Cursors mean something to the handler only. A range has the largest page as its default, as the profile requires. */
function cursorReader({ size, maxSize }: CursorPage): PageReader {
  const cursor = (member: string) => new ValueParameter(`page[${member}]`, z.string().optional(), members, member);
  return {
    parameters: [cursor("after"), cursor("before"), new SizeParameter(size, maxSize)],
    pageOf: ({ pageMembers: { after, before, size: sent } }) => {
      const isRange = after !== undefined && before !== undefined;
      return { after, before, size: sent ?? (isRange ? maxSize : size) };
    },
  };
}

/** A bare schema describes `page` itself, and a shape describes its members. */
function schemaReader(declaration: object): PageReader {
  if ("_zod" in declaration) {
    const parameter = new ValueParameter("page", declaration as z.ZodType, members, "page");
    return { parameters: [parameter], pageOf: ({ pageMembers }) => pageMembers.page };
  }
  const shape = declaration as Readonly<Record<string, z.ZodType>>; // anything but a schema is a shape
  return {
    parameters: Object.entries(shape).map(
      ([name, schema]) => new ValueParameter(`page[${name}]`, schema, members, name),
    ),
    pageOf: ({ pageMembers }) => pageMembers,
  };
}

/** An integer between bounds, with a default. */
class IntegerParameter implements Parameter {
  constructor(
    readonly name: string,
    readonly member: string,
    readonly min: number,
    readonly max: number,
    readonly fallback: number,
  ) {}

  get description(): IntegerDescription {
    return { takes: "integer", min: this.min, max: this.max, fallback: this.fallback };
  }

  read(text: string, builder: QueryBuilder): void {
    const value = parseInteger(text);
    if (value !== undefined && value >= this.min && value <= this.max) {
      builder.pageMembers[this.member] = value;
      return;
    }
    const range = this.max === Number.MAX_SAFE_INTEGER ? `of at least ${this.min}` : `from ${this.min} to ${this.max}`;
    const detail = `${this.name} must be an integer ${range}, not ${quoteShort(text)}.`;
    builder.errors.push(parameterError("invalid_parameter", this.name, detail));
  }

  absent(builder: QueryBuilder): void {
    builder.pageMembers[this.member] = this.fallback;
  }
}

/** `page[size]` of cursor pages, with the error that the profile has for a page that is too large. */
class SizeParameter extends IntegerParameter {
  constructor(size: number, maxSize: number) {
    super("page[size]", "size", 1, maxSize, size);
  }

  override read(text: string, builder: QueryBuilder): void {
    const value = parseInteger(text);
    if (value === undefined || value <= this.max) {
      super.read(text, builder);
      return;
    }
    const detail = `page[size] must be at most ${this.max}, not ${quoteShort(text)}.`;
    builder.errors.push({
      ...parameterError("invalid_parameter", this.name, detail),
      links: { type: MAX_SIZE_EXCEEDED },
      meta: { page: { maxSize: this.max } },
    });
  }

  override absent(): void {} // the default depends on the other parameters
}

const MAX_SIZE_EXCEEDED = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/max-size-exceeded";
