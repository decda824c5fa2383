import { isRecord, type Keywords } from "../document/keywords.js";
import { madeOnce } from "../../schema/made-once.js";
import { html, type Content } from "./html.js";
import { markdown, shortMarkdown } from "./markdown.js";
import { MAY_BE_MISSING } from "../schemas/resource-schemas.js";
import { alternativesOf, discriminatorOf, objectsIn, outlineOf } from "./objects-in.js";
import type { ShortTypes, ValueText } from "./short-types.js";

/** A parameter, or a field of a body or of a type. */
export type FieldRow = Readonly<{
  name: string;
  required?: boolean;
  description?: string;
  schema?: unknown;
  /** Which of several objects have the field, such as "if kind is card". */
  only?: string;
}>;

/** How many levels of objects inside each other have rows of their own. */
const LEVELS = 6;

/** A list of fields with their types, rules and descriptions. @param textOf As for the types. */
export function fieldRows(title: string, fields: readonly FieldRow[], types: ShortTypes, textOf?: ValueText): Content {
  const rows = fields.map((field) => {
    const { name, schema, required, deprecated, only } = { ...Object(field.schema), ...field }; // the field knows better
    const isMissing = MAY_BE_MISSING in Object(schema);
    const marks = [
      required === true && "required",
      only,
      isMissing && "may be missing",
      deprecated === true && "deprecated",
    ].filter(Boolean);
    const type = schema !== undefined && html`<i>${types.of(schema, textOf)}</i> `;
    return html`<dt><code>${name}</code>${marks.length > 0 && html` <b>${marks.join(" ")}</b>`}<dd>${type}${shortMarkdown(field.description ?? descriptionIn(schema))}`;
  });
  return rows.length > 0 && html`<h4>${title}</h4><dl>${rows}</dl>`;
}

/** What an author says about a value, or about its parts that have no rows. */
function descriptionIn(schema: unknown): string | undefined {
  const { description, items, prefixItems, additionalProperties, ...choice }: Keywords = Object(schema);
  const alternatives = alternativesOf(choice).map(Object);
  const areSaid = alternatives.length > 1 && alternatives.every((each) => each.properties && each.description); // the type says them
  const parts = [prefixItems ?? items, additionalProperties, areSaid ? [] : alternatives].flat().filter(isRecord);
  return [...new Set([description, ...parts.map(descriptionIn)])].filter(Boolean).join(" ") || undefined;
}

/** The members of a value, and what its author says about it. Those of a resource are in groups, as they are sent. */
export function fieldGroups(title: string, schema: unknown, types: ShortTypes, at = ""): Content {
  const { properties = {}, required } = types.keywordsOf(schema);
  const { attributes, relationships, ...own } = properties;
  const isResource = types.keywordsOf(own.type).const !== undefined && (attributes ?? relationships) !== undefined;
  if (!isResource) return valueGroup(title, types.keywordsOf(schema), types);
  const group = (name: string, members: unknown, levels: number) =>
    fieldRows(name, rowsOf(types.keywordsOf(members), types, levels), types);
  const first = rowsOf({ properties: own, required }, types, 0).map((each) => ({ ...each, name: `${at}${each.name}` }));
  return html`${fieldRows(title, first, types)}${group(`${at}attributes`, attributes, LEVELS)}${group(`${at}relationships`, relationships, 0)}`;
}

function valueGroup(title: string, schema: Keywords, types: ShortTypes): Content {
  const rows = rowsIn(schema, types, LEVELS).map((each) => ({ ...each, name: each.name.replace(/^(\[\])?\./, "") }));
  const outline = outlineOf(schema);
  const type = types.of(outline);
  const heading = rows.length === 0 && html`<h4>${title}</h4>`;
  const isSaid = rows.length > 0 && /^object( \(no others\))?$/.test(type.text);
  return html`${fieldRows(title, rows, types)}${heading}${!isSaid && html`<p><i>${type}</i></p>`}${markdown(descriptionIn(outline))}`;
}

/** The members of what is sent, if their author says something about it. Otherwise the short type says all. */
export function describedGroup(title: string, schema: unknown, types: ShortTypes): Content {
  const keywords = types.keywordsOf(schema);
  const said = [keywords, ...rowsIn(keywords, types, LEVELS).map((each) => each.schema)];
  return said.some((each) => descriptionIn(each) !== undefined) && valueGroup(title, keywords, types);
}

/** The rows of the members of all objects in a value. */
function rowsIn(schema: unknown, types: ShortTypes, levels: number): FieldRow[] {
  return [...objectsIn(schema)].flatMap(([at, objects]) => {
    const rows = levels > 0 ? rowsOfAll(objects, types, levels) : [];
    return rows.map((each) => ({ ...each, name: `${at}${each.name}` }));
  });
}

/** The rows of an object, or of alternatives, which share the rows in which they are alike. */
function rowsOfAll(objects: readonly Keywords[], types: ShortTypes, levels: number): FieldRow[] {
  const [only] = objects.length === 1 ? objects : [];
  if (only) return rowsOf(only, types, levels);
  const [key, values = []] = discriminatorOf(objects) ?? [];
  const rows = new Map<string, { row: FieldRow; owners: number[] }>();
  for (const [index, object] of objects.entries())
    for (const row of rowsOf(object, types, levels))
      madeOnce(rows, row.name === key ? key : JSON.stringify(row), () => ({ row, owners: [] })).owners.push(index);
  const abouts = objects.map(
    ({ description }, index) => description && `\n- \`${values[index]?.join()}\`: ${description}`,
  );
  const shown = Array.from(rows.values(), ({ row, owners }) => {
    const description = [descriptionIn(row.schema), ...abouts].filter(Boolean).join("");
    if (row.name === key) return { ...row, schema: { enum: values.flat() }, description };
    const named = owners.flatMap((index) => values[index] ?? []).join(" or ");
    const alone = key === undefined ? "in one of the forms" : `if ${key} is ${named}`;
    return owners.length < objects.length ? { ...row, only: [alone, row.only].filter(Boolean).join(", ") } : row;
  });
  // The type says all about objects with descriptions that no member tells apart, such as the operations of a batch.
  return key === undefined && abouts.every(Boolean) ? shown.filter((each) => descriptionIn(each.schema)) : shown;
}

/** What cannot be sent is left out. @param levels How many levels of objects in the members have rows of their own. */
function rowsOf({ properties = {}, required = [] }: Keywords, types: ShortTypes, levels: number): FieldRow[] {
  const sent = Object.entries(properties).filter(([, member]) => Object(member).readOnly !== true);
  return sent.flatMap(([name, member]) => {
    const inside = rowsIn(member, types, levels - 1);
    const row = { name, required: required.includes(name), schema: levels > 1 ? outlineOf(member) : member };
    return [row, ...inside.map((each) => ({ ...each, name: `${name}${each.name}` }))];
  });
}
