import type { OpenapiDocument, PlacedOperation } from "../document/document.js";
import { sampleUrl } from "../samples/code-samples.js";
import { fieldRows, rowsOf } from "./field-rows.js";
import { madeOnce } from "../../schema/made-once.js";
import { codeBlock, html, Html, script } from "./html.js";
import { markdown } from "./markdown.js";
import { operationEntry } from "./operation-entry.js";
import { ShortTypes } from "./short-types.js";
import { STYLE } from "./style.js";

/**
 * Writes a description as one page of HTML. It needs no script, and the same description gives the same page.
 *
 * @param tryIt The URL of a page that sends requests.
 */
export function indexPage(document: OpenapiDocument, tryIt?: string): string {
  const { info, servers, components, tags } = document;
  const url = sampleUrl(servers);
  const types = new ShortTypes(components);
  const groups = groupsOf(document);
  const sections = groups.map(([name, operations]) => {
    const about = tags.find((each) => each.name === name)?.description;
    return html`<section><h2 id="tag-${encodeURIComponent(name)}">${name}</h2>
${about !== `Operations of "${name}".` && markdown(about)}${operations.map((each) => operationEntry(each, document, types))}</section>
`;
  });
  const schemes = Object.entries(components.securitySchemes ?? {}).map(([name, scheme]) => {
    const words = Object.values(scheme).filter((each) => typeof each === "string");
    return html`<dt>Authentication<dd><code>${name}</code>: ${words.join(", ")}`;
  });
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
${script("docs/filter.js")}
</head>
<body><main${!URL.canParse(servers[0]?.url ?? "") && html` data-local="true"`}>
<h1>${info.title} <small>${info.version}</small></h1>
${markdown(info.summary)}${markdown(info.description)}
<dl>${servers.map((each) => html`<dt>URL<dd><code>${each.url}</code> ${each.description}`)}${schemes}
<dt>OpenAPI<dd><a href="openapi.json">openapi.json</a>${tryIt !== undefined && html`, <a href="${tryIt}">send requests from a page</a>`}
<dt>Errors<dd>A JSON:API document with a list of errors: programs check <code>code</code>, people read <code>detail</code>.</dl>
${codeBlock(`const client = createClient<Api>({ url: ${JSON.stringify(url)} });`)}
<p class="filter" hidden><label>Filter <input type="search" autocomplete="off" spellcheck="false"></label><output></output></p>
<nav aria-label="Groups">${groups.map(([name]) => html`<a href="#tag-${encodeURIComponent(name)}">${name}</a>`)}<a href="#types">Types</a></nav>
${sections}<section><h2 id="types">Types</h2>${typeEntries(types)}</section>
</main></body></html>
`;
  return page.text;
}

/** The operations of a document by their first tag, in the order of `tags`. */
function groupsOf({ tags, paths }: OpenapiDocument): [tag: string, operations: PlacedOperation[]][] {
  const groups = new Map<string, PlacedOperation[]>(tags.map(({ name }) => [name, []]));
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!("responses" in Object(operation))) continue; // a path of a registry may have other members
      const name = operation.tags?.[0] ?? "Other";
      madeOnce(groups, name, () => []).push({ path, method, operation });
    }
  }
  return [...groups].filter(([, operations]) => operations.length > 0);
}

/** The types that operations link to. The set grows meanwhile, because types link to other types. */
function typeEntries(types: ShortTypes): Html[] {
  const entries: Html[] = [];
  for (const name of types.linked) {
    const schema = types.components.schemas[name];
    const content = fieldRows("Fields", rowsOf(schema, types), types) || html`<p><i>${types.of(schema)}</i></p>`;
    entries.push(html`<details><summary><h3><code>${name}</code></h3></summary><div id="type-${encodeURIComponent(name)}">${content}</div></details>
`);
  }
  return entries;
}
