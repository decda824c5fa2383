import type { OpenapiDocument } from "../document/document.js";
import { exampleOf } from "../examples/example.js";
import { isRecord, type NamedSchemas } from "../document/keywords.js";
import { sampleUrl } from "../samples/code-samples.js";
import { jsonText } from "../samples/json-text.js";
import { FieldRows, fieldsTable } from "./fields-table.js";
import { type Content, html, Html, prose } from "./html.js";
import { badge, codeBlock, OperationSections } from "./operation-section.js";
import { groupsOf, type OperationGroup } from "./operations.js";
import { STYLE } from "./style.js";
import { typeAnchor, TypeWords } from "./type-words.js";

/** Where the page's script is, from the page. */
export const SCRIPT_PATH = "docs/try.js";

/** Writes a description as one page of HTML. It needs no script, and the same description gives the same page. */
export function apiPage(document: OpenapiDocument): string {
  const schemas = document.components.schemas ?? {};
  const words = new TypeWords(schemas);
  const sections = new OperationSections(document, words);
  const groups = groupsOf(document);
  const operations = groups.map((group) => groupSection(group, sections));
  const types = typeSections(schemas, words, document.servers?.[0]?.url ?? ""); // behind the operations, which link to them
  const { title, version } = document.info;
  const [server] = document.servers ?? [];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE_TAG}</style>
</head>
<body data-server="${server?.url ?? "/"}">
<a class="skip" href="#content">Skip to the operations</a>
<nav aria-label="Operations">
<p class="brand"><a href="#content">${title}</a> <span class="dim">${version}</span></p>
${menu(groups, types !== undefined)}</nav>
<main id="content" tabindex="-1">
${introduction(document)}
${operations}${types}${errors(schemas)}</main>
<script src="${SCRIPT_PATH}" defer></script>
</body>
</html>
`;
  return page.text;
}

const STYLE_TAG = new Html(STYLE);

function menu(groups: readonly OperationGroup[], hasTypes: boolean): Html {
  const items = groups.map(({ name, anchor, operations }) => {
    const links = operations.map(
      (each) => html`<li><a href="#${each.anchor}">${badge(each.method)}<span>${each.summary}</span></a></li>`,
    );
    return html`<li><a class="tag" href="#${anchor}">${name}</a><ul>${links}</ul></li>
`;
  });
  return html`<ul>${items}${hasTypes && html`<li><a class="tag" href="#types">Types</a></li>`}<li><a class="tag" href="#errors">Errors</a></li></ul>`;
}

function introduction(document: OpenapiDocument): Html {
  const { info, servers = [], components } = document;
  const summary = typeof info.summary === "string" ? info.summary : undefined;
  const url = sampleUrl(servers);
  const client = `import { createClient } from "trestle/client";\nimport type { Api } from "./api.js";\n\nconst client = createClient<Api>({\n  url: ${JSON.stringify(url)},\n});`;
  const schemes = Object.entries(components.securitySchemes ?? {});
  return html`<article class="op intro"><div class="about"><h1>${info.title} <span class="version">${info.version}</span></h1>
${summary !== undefined && html`<p class="lead">${summary}</p>`}${prose(info.description)}
<dl>${servers.map(({ url: each, description }) => html`<div><dt>URL</dt><dd><code>${each}</code>${description !== undefined && html` ${description}`}</dd></div>`)}
${schemes.map(([name, scheme]) => html`<div><dt>Authentication</dt><dd><code>${name}</code> ${schemeWords(scheme)}</dd></div>`)}
<div><dt>Description</dt><dd><a href="openapi.json">openapi.json</a> <span class="dim">OpenAPI ${document.openapi}</span></dd></div></dl></div>
<div class="code">${codeBlock("Trestle client", client)}</div></article>`;
}

function schemeWords(scheme: unknown): Content {
  if (!isRecord(scheme)) return undefined;
  const { type, scheme: name, in: place, name: key, description } = scheme;
  const how =
    type === "apiKey" ? `key in the ${String(place)} "${String(key)}"` : `${String(type)} ${String(name ?? "")}`;
  return html`<span class="dim">${how}</span>${typeof description === "string" && html` ${description}`}`;
}

function groupSection({ name, anchor, description, operations }: OperationGroup, sections: OperationSections): Html {
  const isDefault = description === `Operations of "${name}".`;
  const index = operations.map(
    (each) =>
      html`<li><a href="#${each.anchor}">${badge(each.method)}<span>${each.summary}</span><code class="dim">${each.path}</code></a></li>`,
  );
  return html`<div class="group" id="${anchor}"><h2>${name}</h2>${!isDefault && prose(description)}<ul class="index">${index}</ul></div>
${operations.map((each) => sections.of(each))}`;
}

/** The types that operations and other types link to. */
function typeSections(schemas: NamedSchemas, words: TypeWords, url: string): Content {
  const rows = new FieldRows(schemas, words);
  const written: Html[] = [];
  for (const name of words.linked) {
    const schema = schemas[name] ?? {};
    const fields = rows.ofBody({ properties: { data: schema } });
    const table = fieldsTable(
      "Fields",
      fields.some(({ title }) => title !== "") ? fields : [{ title: "", rows: rows.of(schema, false) }],
    );
    const example = exampleOf(schema, schemas, { links: { base: url.replace(/\/+$/, ""), path: "" } });
    const description = typeof schema.description === "string" ? schema.description : undefined;
    const { $ref: _, ...own } = schema;
    written.push(html`<article class="op" id="${typeAnchor(name)}"><div class="about"><h3><a href="#${typeAnchor(name)}">${name}</a></h3>${prose(description)}${
      table ?? html`<p>${words.of(own)}</p>`
    }</div><div class="code">${example !== undefined && codeBlock("Example", jsonText(example))}</div></article>
`);
  }
  return written.length === 0 ? undefined : html`<div class="group" id="types"><h2>Types</h2></div>${written}`;
}

function errors(schemas: NamedSchemas): Html {
  const schema = schemas.Errors;
  const example = {
    jsonapi: { version: "1.1" },
    errors: [{ status: "404", code: "not_found", title: "Not Found", detail: "There is nothing with the id 1." }],
  };
  const text = schema === undefined ? undefined : codeBlock("Error 404", jsonText(example));
  return html`<article class="op group" id="errors"><div class="about"><h2>Errors</h2><p>An error response is a JSON:API document with a list of errors. Programs check <code>code</code>, people read <code>detail</code>. <code>source</code> says which part of the request was wrong: a <code>pointer</code> into the body, a <code>parameter</code> or a <code>header</code>.</p></div><div class="code">${text}</div></article>`;
}
