import { type Content, html } from "./html.js";
import { shortMarkdown } from "./markdown.js";
import type { ShortTypes } from "./short-types.js";

/** A parameter, or a field of a body or of a type. */
export interface FieldRow {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: unknown;
}

/** A list of fields with their types, bounds and descriptions. */
export function fieldRows(title: string, fields: readonly FieldRow[], types: ShortTypes): Content {
  const rows = fields.map((field) => {
    const { name, schema } = field;
    const { required, deprecated, description } = { ...Object(schema), ...field }; // the field knows better
    const marks = html`${required === true && html` <b>required</b>`}${deprecated === true && html` <b>deprecated</b>`}`;
    const type = schema !== undefined && html`<i>${types.of(schema)}${boundsOf(schema)}</i> `;
    return html`<dt><code>${name}</code>${marks}<dd>${type}${shortMarkdown(description)}`;
  });
  return rows.length > 0 && html`<h4>${title}</h4><dl>${rows}</dl>`;
}

/** The fields of a resource, each by its own name, or the members of another object. What cannot be sent is left out. */
export function rowsOf(schema: unknown, types: ShortTypes): FieldRow[] {
  const { properties = {}, required = [] } = types.keywordsOf(schema);
  const { type, id, attributes, relationships } = properties;
  if (type?.const !== undefined && (attributes ?? relationships) !== undefined) {
    const own = rowsOf({ properties: id === undefined ? {} : { id }, required }, types);
    const linked = rowsOf(relationships, types).map(({ name, required, schema: around }) => {
      return { name, required, schema: types.keywordsOf(around).properties?.data };
    });
    return [...own, ...rowsOf(attributes, types), ...linked];
  }
  const sent = Object.entries(properties).filter(([, { readOnly }]) => readOnly !== true);
  return sent.map(([name, member]) => ({ name, required: required.includes(name), schema: member }));
}

/** The bounds in the words of JSON Schema: "min length 1, default 20". */
function boundsOf(schema: unknown): string {
  const bounds = Object.entries(Object(schema)).map(([keyword, value]) => {
    const isSafe = Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER; // the limits of integers say nothing
    if (!/^(exclusive)?(min|max)|^(default|multipleOf)$/i.test(keyword) || isSafe) return "";
    return `, ${keyword.replace(/[A-Z]/, " $&").toLowerCase()} ${JSON.stringify(value)}`;
  });
  return bounds.join("");
}
