import type { OpenapiDocument, OpenapiOperation, OpenapiResponse, PlacedOperation } from "../document/document.js";
import { resolvePart } from "../document/keywords.js";
import { CODE_SAMPLES, type CodeSample } from "../samples/code-samples.js";
import { JSON_API } from "../../wire/json-api.js";
import { ANY_TYPE } from "../../wire/media-types.js";
import { type FieldRow, fieldRows, rowsOf } from "./field-rows.js";
import { codeBlock, type Content, html, type Html } from "./html.js";
import { markdown, shortMarkdown } from "./markdown.js";
import type { ShortTypes } from "./short-types.js";

/** The entry of an operation: a line, and behind it everything else. */
export function operationEntry(placed: PlacedOperation, document: OpenapiDocument, types: ShortTypes): Html {
  const { path, method, operation } = placed;
  const { operationId = `${method}${path}`, security = document.security, [CODE_SAMPLES]: samples = [] } = operation;
  const anchor = operationId.replace(/[^\w-]+/g, "-");
  const needs = security.map((each) => Object.keys(each).join(" and ") || "nothing").join(" or ");
  // The anchor is inside, because browsers open what is around a link's target.
  return html`<details><summary><h3><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${operation.summary}${operation.deprecated && " (deprecated)"}</span></h3></summary>
<div id="${anchor}">${markdown(operation.description)}<p><a href="#${anchor}">${operationId}</a>${needs !== "" && `, needs ${needs}`}</p>
${(samples as readonly CodeSample[]).map(({ label, source }) => html`<h4>${label}</h4>${codeBlock(String(source))}`)}
${parameters(operation, types)}${body(operation, types)}${responses(operation, types)}</div></details>
`;
}

/** Parameters that choose fields are one row, because each type has a list of its fields. */
function parameters(operation: OpenapiOperation, types: ShortTypes): Content {
  const all: readonly FieldRow[] = (operation.parameters ?? []).map((each) => resolvePart(each, types.components));
  const others = all.filter(({ name }) => !name.startsWith("fields["));
  const name = all.flatMap((each) => (others.includes(each) ? [] : each.name)).join(", ");
  // Their descriptions list the values.
  const shown = others.map((each) => (/^(sort|include)$/.test(each.name) ? { ...each, schema: undefined } : each));
  const choice = { name, description: "The fields to show, separated by commas." };
  return fieldRows("Parameters", name === "" ? shown : [...shown, choice], types);
}

function body({ requestBody }: OpenapiOperation, types: ShortTypes): Content {
  const { content = {}, description } = resolvePart(requestBody, types.components) ?? {};
  const [type, media] = Object.entries(content)[0] ?? [];
  if (media === undefined || type === ANY_TYPE) return undefined;
  const { data } = types.keywordsOf(media.schema).properties ?? {};
  const isResource = type === JSON_API && types.keywordsOf(data).properties?.attributes !== undefined;
  return html`${fieldRows("Body", rowsOf(isResource ? data : media.schema, types), types)}${markdown(description)}`;
}

function responses(operation: OpenapiOperation, types: ShortTypes): Html {
  const rows = Object.entries(operation.responses).map(([status, given]) => {
    if (status === "default" && "$ref" in given) return undefined; // the page explains other errors once
    const { description, content = {} } = resolvePart(given, types.components) as OpenapiResponse;
    const [schema] = Object.values(content).map((media) => media.schema);
    const { jsonapi, data } = types.keywordsOf(schema).properties ?? {};
    const type =
      /^2/.test(status) && schema !== undefined && html` <i>${types.of(jsonapi === undefined ? schema : data)}</i>`;
    // The codes of a status are one text, which makes a page with many errors much smaller.
    return html`<dt>${status}<dd>${shortMarkdown(`${description}`.replaceAll("`, `", ", "))}${type}`;
  });
  return html`<h4>Responses</h4><dl>${rows}</dl>`;
}
