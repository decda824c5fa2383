import { z } from "zod";
import type { OpenapiComponents } from "../document/document.js";
import { BIGINT, DATE_INPUT } from "../schemas/overrides.js";
import { isRecord, type Keywords, mergeSchemas, refName, resolvePart } from "../document/keywords.js";
import { LIST_ITEM } from "../paths/parameters.js";
import { INT_ID } from "../schemas/resource-schemas.js";
import { html, type Html, between } from "./html.js";

/** A component can refer to itself: from here on, a reference is a link. */
const DEEP = 9;
const INT32 = z.toJSONSchema(z.int32());

/** The keywords that limit a value, and its default. */
const RULE = /^(exclusive)?(min|max)|^(default|multipleOf|pattern|uniqueItems)$/i;

const { MAX_SAFE_INTEGER } = Number;
/** The limits of integers say nothing, and types or descriptions put these patterns into words. */
const SAID = new Set<unknown>([MAX_SAFE_INTEGER, -MAX_SAFE_INTEGER, BIGINT.pattern, INT_ID.pattern, LIST_ITEM.pattern]);

const { regexes } = z.core;
const FORMATS = [DATE_INPUT.anyOf, Object.values(regexes), regexes.uuid(), regexes.datetime({}), regexes.time({})];
/** The patterns that the name of their format says. */
const OF_FORMATS = new Set<unknown>(FORMATS.flat().map((each) => Object(each).pattern ?? Object(each).source));

/** The text of a value: of JSON, or of a URL. */
export type ValueText = (value: unknown) => string;

/** Writes types in short, much as in TypeScript: `list of { sku: string, count?: integer }`. */
export class ShortTypes {
  /** The components that were linked to, and so need an entry. */
  readonly linked = new Set<string>();

  constructor(readonly components: OpenapiComponents) {}

  /** The keywords of a schema, also of one behind a reference. */
  keywordsOf(schema: unknown): Keywords {
    return resolvePart<Keywords>(Object(schema), this.components);
  }

  /** A type with its rules. @param textOf Writes a value: in a URL, texts have no quotes. @param depth Above 0, it is inside another type. */
  of(schema: unknown, textOf: ValueText = JSON.stringify, depth = 0): Html {
    const rules = rulesOf(schema, textOf);
    const inBrackets = rules.length > 0 && html` (${between(rules, ", ")})`;
    const { type, items, prefixItems }: Keywords = Object(schema);
    if (type === "array" && !prefixItems) return html`list${inBrackets} of ${this.of(items, textOf, depth + 1)}`;
    return html`${this.#bare(schema, textOf, depth)}${depth > 0 ? inBrackets : rules.map((each) => html`, ${each}`)}`;
  }

  #bare(schema: unknown, textOf: ValueText, depth: number): Html {
    if (!isRecord(schema)) return html`any`;
    const { $ref, enum: values, anyOf, oneOf, allOf, ...keywords }: Keywords = schema;
    const { type, format, prefixItems, properties = {}, required = [], additionalProperties, propertyNames } = keywords;
    const inner = (each: unknown) => this.of(each, textOf, depth + 1);
    if ($ref !== undefined) return this.#link($ref, depth);
    if ("const" in keywords) return html`${textOf(keywords.const)}`;
    if (values !== undefined) return between(values.map(textOf), " | ");
    if (format === "binary") return html`file`;
    if (allOf !== undefined) return this.#bare(mergeSchemas([keywords, ...allOf]), textOf, depth);
    const members = Object.entries(properties).map(
      ([name, member]) => html`${name}${!required.includes(name) && "?"}: ${inner(member)}`,
    );
    const choices = members.length > 0 ? [] : (anyOf ?? oneOf ?? []); // of an object, they say which members it needs
    const branches = Array.isArray(type) ? type.map((each) => ({ type: each })) : choices;
    // A text with formats, such as a date, also has patterns, which say nothing here.
    const formed = branches.filter((each) => type === "string" && "format" in each);
    const shared = Object.fromEntries(Object.entries(keywords).filter(([name]) => !RULE.test(name)));
    const shown = (formed.length > 0 ? formed : branches).map((each) => inner({ ...shared, ...each }));
    // Objects with descriptions, such as the operations of a batch, are apart from each other.
    const kinds = branches.map((each, index) => [Object(each).properties && Object(each).description, shown[index]]);
    if (kinds.length > 1 && kinds.every(([about]) => about))
      return html`one of these:${kinds.map(([about, each]) => html` <strong>${about}:</strong> ${each}`)}`;
    if (shown.length > 0) return between(shown, " | ");
    if (prefixItems !== undefined)
      return html`[${prefixItems.map((each, index) => html`${index > 0 && ", "}${inner(each)}`)}]`;
    if (members.length > 0)
      return html`{ ${between(members, ", ")}${additionalProperties === false && ", no others"} }`;
    const names = isRecord(propertyNames) && html`: ${inner(propertyNames)}`;
    if (isRecord(additionalProperties)) return html`{ [name${names}]: ${inner(additionalProperties)} }`;
    if ([BIGINT.pattern, INT_ID.pattern].includes(keywords.pattern)) return html`integer as a string`;
    if (isInt32(keywords)) return html`integer (32 bit)`;
    return html`${format ?? String(type ?? "any")}${additionalProperties === false && " (no others)"}`;
  }

  #link($ref: string, depth: number): Html {
    const named = this.keywordsOf({ $ref });
    const isIdentifier = Object.keys(named.properties ?? {}).join() === "type,id";
    if (isIdentifier && depth < DEEP) return this.of(named, JSON.stringify, depth); // as it is sent
    const name = refName($ref);
    this.linked.add(name);
    return html`<a href="#type-${encodeURIComponent(name)}">${name}</a>`;
  }
}

/** The rules in the words of JSON Schema: "min length 1, default 20". Several patterns are parts of `allOf`. */
function rulesOf(schema: unknown, textOf: ValueText): Html[] {
  const { allOf = [], ...own }: Keywords = Object(schema);
  if (own.format === "binary") return fileRules(own);
  const { format, prefixItems } = mergeSchemas([own, ...allOf]);
  const isSaid = (value: unknown) =>
    SAID.has(value) || value === Object(prefixItems).length || (format !== undefined && OF_FORMATS.has(value));
  const { minimum, maximum, ...others } = own;
  const given = isInt32(own) ? others : own; // the type says both
  const rules = [given, ...allOf].flatMap(Object.entries).filter(([name, value]) => RULE.test(name) && !isSaid(value));
  return rules.map(([keyword, value]) => {
    const shown = keyword === "pattern" ? html`<code>${value}</code>` : textOf(value);
    return html`${keyword.replace(/[A-Z]/, " $&").toLowerCase()}${keyword !== "uniqueItems" && html` ${shown}`}`;
  });
}

function isInt32({ type, minimum, maximum }: Keywords): boolean {
  return type === INT32.type && minimum === INT32.minimum && maximum === INT32.maximum;
}

/** How large a file is, and of which types: "at most 100 kB, text/plain or application/pdf". */
function fileRules({ minLength, maxLength, anyOf = [], contentMediaType }: Keywords): Html[] {
  const kinds = [{ contentMediaType }, ...anyOf].flatMap((each) => Object(each).contentMediaType ?? []);
  const least = minLength === undefined ? [] : html`at least ${sizeText(minLength)}`;
  const most = maxLength === undefined ? [] : html`at most ${sizeText(maxLength)}`;
  return [least, most, kinds.length > 0 ? between(kinds, " or ") : []].flat();
}

function sizeText(bytes: number): string {
  if (bytes % 1_000_000 === 0) return `${bytes / 1_000_000} MB`;
  return bytes % 1_000 === 0 ? `${bytes / 1_000} kB` : `${bytes} bytes`;
}
