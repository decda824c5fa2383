import type { OpenapiComponents } from "../document/document.js";
import { BIGINT } from "../schemas/overrides.js";
import { isRecord, type Keywords, mergeSchemas, refName, resolvePart } from "../document/keywords.js";
import { html, type Html, between } from "./html.js";

const MANY_VALUES = 12;
const DEEP = 5;

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

  /** @param textOf Writes a value: in a URL, texts have no quotes. */
  of(schema: unknown, textOf: ValueText = JSON.stringify, depth = 0): Html {
    if (!isRecord(schema) || depth > DEEP) return html`any`;
    const { $ref, enum: values, anyOf, oneOf, allOf, ...keywords }: Keywords = schema;
    const { type, format, items, prefixItems, properties = {}, required = [], additionalProperties } = keywords;
    const inner = (each: unknown) => this.of(each, textOf, depth + 1);
    if ($ref !== undefined) return this.#link($ref);
    if ("const" in keywords) return html`${textOf(keywords.const)}`;
    if (values !== undefined) {
      const texts = values.slice(0, MANY_VALUES).map((each) => textOf(each));
      return between(values.length > MANY_VALUES ? [...texts, "…"] : texts, " | ");
    }
    if (allOf !== undefined) return inner(mergeSchemas([keywords, ...allOf]));
    const members = Object.entries(properties).map(
      ([name, member]) => html`${name}${!required.includes(name) && "?"}: ${inner(member)}`,
    );
    const choices = members.length > 0 ? [] : (anyOf ?? oneOf ?? []); // of an object, they say which members it needs
    const branches = Array.isArray(type) ? type.map((each) => ({ type: each })) : choices;
    // A text with formats, such as a date, also has patterns, which say nothing here.
    const formed = branches.filter((each) => type === "string" && "format" in each);
    const shown = (formed.length > 0 ? formed : branches).map((each) => inner({ ...keywords, ...each }));
    // Objects with descriptions, such as the operations of a batch, are apart from each other.
    const kinds = branches.map((each, index) => [Object(each).properties && Object(each).description, shown[index]]);
    if (kinds.length > 1 && kinds.every(([about]) => about))
      return html`one of these:${kinds.map(([about, each]) => html` <strong>${about}:</strong> ${each}`)}`;
    if (shown.length > 0) return between(shown, " | ");
    if (prefixItems !== undefined) return html`[${between(prefixItems.map(inner), ", ")}]`;
    if (type === "array") return html`list of ${inner(items)}`;
    if (members.length > 0) return html`{ ${between(members, ", ")} }`;
    if (isRecord(additionalProperties)) return html`{ [name]: ${inner(additionalProperties)} }`;
    if (keywords.pattern === BIGINT.pattern) return html`integer as a string`;
    return html`${format ?? String(type ?? "any")}`;
  }

  #link($ref: string): Html {
    const named = this.keywordsOf({ $ref });
    if (Object.keys(named.properties ?? {}).join() === "type,id") return this.of(named); // an identifier, as it is sent
    const name = refName($ref);
    this.linked.add(name);
    return html`<a href="#type-${encodeURIComponent(name)}">${name}</a>`;
  }
}
