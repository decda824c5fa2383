import { isRecord, type Keywords, type NamedSchemas, refName, resolveRef } from "../document/keywords.js";
import { type Content, html, type Html, between } from "./html.js";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "date and time",
  email: "email address",
  uri: "URL",
  "uri-reference": "URL",
  uuid: "UUID",
  binary: "file",
};

const MANY_VALUES = 12;

/** Writes the type of a schema in words, with links to the types that have a section of their own. */
export class TypeWords {
  readonly #schemas: NamedSchemas;
  /** The components that were linked to, and so need a section. */
  readonly linked = new Set<string>();

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  of(schema: unknown, depth = 0): Content {
    if (!isRecord(schema) || depth > 8) return "any value";
    const keywords: Keywords = schema;
    const { $ref, anyOf, oneOf, allOf, type } = keywords;
    if ($ref !== undefined) return this.#ref($ref);
    if ("const" in keywords) return value(keywords.const);
    if (keywords.enum !== undefined) return values(keywords.enum);
    const branches = anyOf ?? oneOf;
    if (branches !== undefined) return this.#oneOf(keywords, branches, depth);
    if (allOf !== undefined) return this.of({ ...schema, allOf: undefined, ...firstTyped(allOf) }, depth + 1);
    if (Array.isArray(type))
      return this.#unique(
        type.map((each) => ({ ...schema, type: each })),
        depth,
      );
    return this.#named(keywords, depth);
  }

  #named(
    { type, format, pattern, prefixItems, items, properties, additionalProperties }: Keywords,
    depth: number,
  ): Content {
    switch (type) {
      case "string":
        if (isInteger(pattern)) return "integer, as text";
        return format === undefined ? "text" : (FORMATS[format] ?? format);
      case "array":
        if (prefixItems !== undefined)
          return html`[${between(
            prefixItems.map((each) => this.of(each, depth + 1)),
            ", ",
          )}]`;
        return isRecord(items) && Object.keys(items).length > 0 ? html`list of ${this.of(items, depth + 1)}` : "list";
      case "object":
        return properties === undefined &&
          isRecord(additionalProperties) &&
          Object.keys(additionalProperties).length > 0
          ? html`object of ${this.of(additionalProperties, depth + 1)}`
          : "object";
      case undefined:
        return properties === undefined ? "any value" : "object";
      default:
        return String(type);
    }
  }

  #ref(ref: string): Content {
    const name = refName(ref);
    const { properties = {} }: Keywords = resolveRef(ref, this.#schemas);
    const { type, id, ...others } = properties;
    if (type?.const !== undefined && id !== undefined && Object.keys(others).length === 0)
      return html`identifier of ${value(type.const)}`;
    this.linked.add(name);
    return html`<a href="#${typeAnchor(name)}">${name}</a>`;
  }

  #oneOf({ type }: Keywords, branches: readonly unknown[], depth: number): Content {
    // Patterns in a union are forms of the same text, such as those of a date.
    const formed = branches.filter((each) => isRecord(each) && each.format !== undefined);
    if (type === "string" && formed.length > 0)
      return this.#unique(
        formed.slice(0, 1).map((each) => ({ type, ...Object(each) })),
        depth,
      );
    return this.#unique(
      branches.map((each) => (type === undefined ? each : { type, ...Object(each) })),
      depth,
    );
  }

  #unique(schemas: readonly unknown[], depth: number): Content {
    const words = schemas.map((each) => html`${this.of(each, depth + 1)}`);
    const different = new Map(words.map((each: Html) => [each.text, each]));
    return html`${between([...different.values()], " or ")}`;
  }
}

/** Whether a pattern is that of an id or a bigint. */
function isInteger(pattern: string | undefined): boolean {
  return pattern?.startsWith("^(?:0|-?[1-9]") === true;
}

/** The anchor of a component's section. */
export function typeAnchor(name: string): string {
  return `type-${encodeURIComponent(name)}`;
}

function firstTyped(parts: readonly object[]): object {
  return parts.find((part) => "type" in part || "$ref" in part) ?? {};
}

function value(each: unknown): Html {
  return html`<code>${JSON.stringify(each)}</code>`;
}

function values(all: readonly unknown[]): Content {
  const shown = between(all.slice(0, MANY_VALUES).map(value), " or ");
  return html`${shown}${all.length > MANY_VALUES && ` or ${all.length - MANY_VALUES} others`}`;
}

/** The bounds of a schema in words: "from 1 to 100". */
export function boundsOf(schema: unknown): Content {
  if (!isRecord(schema)) return undefined;
  const keywords: Keywords = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, pattern, format } = keywords;
  const safe = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
  const isShort = pattern !== undefined && !isInteger(pattern) && pattern.length <= 40 && format === undefined;
  const parts: Content[] = [
    range(safe(minimum), safe(maximum), ""),
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`,
    multipleOf !== undefined && `a multiple of ${multipleOf}`,
    range(keywords.minLength, keywords.maxLength, "character"),
    range(keywords.minItems, keywords.maxItems, "item"),
    isShort && html`matches <code>${pattern}</code>`,
    "default" in keywords && html`default ${value(keywords.default)}`,
  ].filter((part) => part !== false && part !== undefined);
  return parts.length === 0 ? undefined : html`${between(parts, ", ")}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const count = (bound: number) => (unit === "" ? `${bound}` : `${bound} ${unit}${bound === 1 ? "" : "s"}`);
  if (least !== undefined && most !== undefined)
    return least === most ? `exactly ${count(least)}` : `${least} to ${count(most)}`;
  if (least !== undefined) return `at least ${count(least)}`;
  return most === undefined ? undefined : `at most ${count(most)}`;
}
