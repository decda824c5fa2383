import { isRecord, type Keywords, type NamedSchemas, resolveRef } from "../document/keywords.js";
import { type Content, html, type Html, between, line } from "./html.js";
import { boundsOf, type TypeWords } from "./type-words.js";

/** A row of a table of parameters or fields. */
export interface FieldRow {
  /** The path to the field, such as `lines[].`. */
  readonly prefix?: string;
  readonly name: string;
  readonly type: Content;
  readonly required: boolean;
  readonly deprecated?: boolean;
  readonly description?: unknown;
  readonly bounds?: Content;
  /** Where a request has the parameter, for the script of the page. */
  readonly place?: string;
}

export interface FieldGroup {
  readonly title: string;
  readonly rows: readonly FieldRow[];
}

/** A table with a heading for each group that has rows. */
export function fieldsTable(caption: string, groups: readonly FieldGroup[]): Content {
  const filled = groups.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) return undefined;
  return html`<table><caption>${caption}</caption><colgroup><col class="name"><col></colgroup><thead class="hidden"><tr><th scope="col">Name</th><th scope="col">Type and description</th></tr></thead>${filled.map(
    ({ title, rows }) =>
      html`<tbody>${title !== "" && html`<tr class="group"><th colspan="2" scope="rowgroup">${title}</th></tr>`}${rows.map(row)}</tbody>`,
  )}</table>`;
}

function row({ prefix, name, type, required, deprecated, description, bounds, place }: FieldRow): Html {
  const data = place !== undefined && html` data-in="${place}" data-name="${name}"`;
  const marks = [
    required && html` <span class="req">required</span>`,
    deprecated && html` <span class="old">deprecated</span>`,
  ];
  const path = prefix !== undefined && prefix !== "" && html`<span class="dim">${breakable(prefix)}</span>`;
  return html`<tr${data}><th scope="row"><code>${path}${breakable(name)}</code>${marks}</th><td><p class="type">${type}${
    bounds !== undefined && html`, ${bounds}`
  }</p>${typeof description === "string" && html`<p>${line(description)}</p>`}</td></tr>`;
}

/** A long name breaks before a bracket or behind a dot. */
function breakable(name: string): Content {
  return between(name.split(/(?<=\.)|(?=\[)/), html`<wbr>`);
}

/** The fields of schemas, as rows. */
export class FieldRows {
  readonly #schemas: NamedSchemas;
  readonly #words: TypeWords;

  constructor(schemas: NamedSchemas, words: TypeWords) {
    this.#schemas = schemas;
    this.#words = words;
  }

  /** The fields of a JSON:API document with a resource by their kind, or the members of any other body. */
  ofBody(schema: unknown): FieldGroup[] {
    const root = this.#resolve(schema);
    const data = this.#resolve(root.properties?.data);
    const { attributes, relationships, id } = data.properties ?? {};
    if (attributes === undefined && relationships === undefined) return [{ title: "", rows: this.of(root, true) }];
    const own = { required: data.required ?? [], properties: id === undefined ? {} : { id } };
    return [
      { title: "", rows: this.of(own, true) },
      { title: "Attributes", rows: this.of(attributes, true) },
      { title: "Relationships", rows: this.of(relationships, true) },
    ];
  }

  /** The members of an object, and those of the objects in it that have no name. */
  of(schema: unknown, isRequest: boolean, prefix = "", depth = 0): FieldRow[] {
    const { properties = {}, required = [] } = this.#resolve(schema);
    return Object.entries(properties).flatMap(([name, member]) => {
      const keywords: Keywords & { description?: unknown; deprecated?: unknown } = member;
      if (isRequest && keywords.readOnly === true) return [];
      const shown = linkageOf(keywords) ?? keywords;
      const one = {
        prefix,
        name,
        type: this.#words.of(shown),
        required: required.includes(name),
        deprecated: keywords.deprecated === true,
        description: keywords.description,
        bounds: boundsOf(shown),
      };
      const [inner, below] = innerObject(keywords, `${prefix}${name}`);
      return [
        one,
        ...(inner === undefined || shown !== keywords || depth > 4 ? [] : this.of(inner, isRequest, below, depth + 1)),
      ];
    });
  }

  #resolve(schema: unknown): Keywords {
    if (!isRecord(schema)) return {};
    const { $ref }: Keywords = schema;
    return $ref === undefined ? schema : resolveRef($ref, this.#schemas);
  }
}

/** A relationship is an object around its linkage. */
function linkageOf({ properties = {} }: Keywords): Keywords | undefined {
  const { data, links: _, ...others } = properties;
  return data !== undefined && Object.keys(others).length === 0 ? data : undefined;
}

function innerObject(schema: Keywords, name: string): [inner: Keywords | undefined, prefix: string] {
  if (schema.properties !== undefined) return [schema, `${name}.`];
  const { items, anyOf = [] } = schema;
  if (isRecord(items) && items.properties !== undefined) return [items, `${name}[].`];
  const objects = anyOf.filter((each: Keywords) => each.properties !== undefined);
  return objects.length === 1 ? [objects[0], `${name}.`] : [undefined, ""];
}
