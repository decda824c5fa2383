import type { OpenapiComponents } from "../document/document.js";
import { isRecord, type Keywords, mergeSchemas, refName, resolvePart } from "../document/keywords.js";
import { html, type Html, between } from "./html.js";

const MANY_VALUES = 12;
const DEEP = 5;

/** Writes types in short, much as in TypeScript: `list of { sku: string, count?: integer }`. */
export class ShortTypes {
  /** The components that were linked to, and so need an entry. */
  readonly linked = new Set<string>();

  constructor(readonly components: OpenapiComponents) {}

  /** The keywords of a schema, also of one behind a reference. */
  keywordsOf(schema: unknown): Keywords {
    return resolvePart<Keywords>(Object(schema), this.components);
  }

  of(schema: unknown, depth = 0): Html {
    if (!isRecord(schema) || depth > DEEP) return html`any`;
    const { $ref, enum: values, anyOf, oneOf, allOf, ...keywords }: Keywords = schema;
    const { type, format, items, prefixItems, properties = {}, required = [], additionalProperties } = keywords;
    const inner = (each: unknown) => this.of(each, depth + 1);
    if ($ref !== undefined) return this.#link($ref);
    if ("const" in keywords) return html`${JSON.stringify(keywords.const)}`;
    if (values !== undefined) return valuesOf(values);
    if (allOf !== undefined) return inner(mergeSchemas([keywords, ...allOf]));
    const branches = Array.isArray(type) ? type.map((each) => ({ type: each })) : (anyOf ?? oneOf ?? []);
    // A text with formats, such as a date, also has patterns, which say nothing here.
    const formed = branches.filter((each) => type === "string" && "format" in each);
    const shown = (formed.length > 0 ? formed : branches).map((each) => inner({ ...keywords, ...each }));
    if (shown.length > 0) return between(shown, " | ");
    if (prefixItems !== undefined) return html`[${between(prefixItems.map(inner), ", ")}]`;
    if (type === "array") return html`list of ${inner(items)}`;
    const members = Object.entries(properties).map(
      ([name, member]) => html`${name}${!required.includes(name) && "?"}: ${inner(member)}`,
    );
    if (members.length > 0) return html`{ ${between(members, ", ")} }`;
    if (isRecord(additionalProperties)) return html`{ [name]: ${inner(additionalProperties)} }`;
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

function valuesOf(values: readonly unknown[]): Html {
  const texts = values.slice(0, MANY_VALUES).map((each) => JSON.stringify(each));
  return between(values.length > MANY_VALUES ? [...texts, "…"] : texts, " | ");
}
