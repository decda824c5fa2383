import type { OpenapiDocument, PlacedOperation, OpenapiOperation, OpenapiResponse } from "../document/document.js";
import { exampleOf } from "../examples/example.js";
import { sampleUrl, CODE_SAMPLES, LOCAL, type CodeSample } from "../samples/code-samples.js";
import { bodyOf, VARIANTS } from "../samples/sample-body.js";
import { loginOf } from "../samples/login.js";
import { jsonText, wrapped } from "../samples/wrapped.js";
import { madeOnce } from "../../schema/made-once.js";
import { between, codeBlock, html, Html, type Content } from "./html.js";
import { CODE_WORDS } from "./code-words.js";
import { describedGroup, fieldGroups, fieldRows, type FieldRow } from "./field-rows.js";
import { loginWords } from "./login-words.js";
import { markdown, shortMarkdown } from "./markdown.js";
import { wordsOf } from "./parameter-words.js";
import { ShortTypes } from "./short-types.js";
import { STYLE } from "./style.js";
import { isRecord, resolvePart } from "../document/keywords.js";
import { EVENT_STREAM } from "../../wire/events.js";
import { CODES } from "../../wire/errors.js";
import { JSON_API } from "../../wire/json-api.js";
import { ANY_TYPE, JSON_TEXT } from "../../wire/media-types.js";

/** A member of an operation: what its author says about the attributes in the example of its response, such as `{ published: true }`. */
const EXAMPLE = "x-example";

/** The ids of operations that give a token. They are their own anchors. */
const LOGIN = /^[\w-]*(log_?in|sign_?in|token|session)[\w-]*$/i;

/** A script that runs when the page is read. Not in a tagged template: a bundler would load a package for the end tag in it. */
const SCRIPT = '<script src="docs/filter.js" defer></script>';

/**
 * Writes a description as one page of HTML. It needs no script, and the same description gives the same page.
 *
 * @param tryIt The URL of a page that sends requests.
 */
export function indexPage(document: OpenapiDocument, tryIt?: string): string {
  const { info, servers, components, tags } = document;
  const types = new ShortTypes(components);
  const groups = groupsOf(document);
  const sections = groups.map(([name, operations]) => {
    const about = tags.find((each) => each.name === name)?.description;
    return html`<section><h2 id="tag-${encodeURIComponent(name)}">${name}</h2>
${about !== `Operations of "${name}".` && markdown(about)}${operations.map((each) => operationEntry(each, document, types))}</section>`;
  });
  const all = groups.flatMap(([, operations]) => operations);
  const giver = all.find(({ method, operation: { operationId, security } }) => {
    return method === "post" && LOGIN.test(operationId) && security && Object.keys(security[0] ?? {}).length === 0;
  });
  const logins = Object.entries(components.securitySchemes ?? {});
  const schemes = logins.map(([name, scheme]) => {
    const isSaid = `${Object(scheme).description}`.includes(`](#${giver?.operation.operationId})`);
    const where =
      giver && !isSaid && html`Get a token: <a href="#${giver.operation.operationId}">POST ${giver.path}</a>. `;
    return html`<dt id="login-${encodeURIComponent(name)}">Login<dd><code>${name}</code>: ${shortMarkdown(Object(scheme).description)} ${where}${shortMarkdown(loginWords(scheme))}`;
  });
  const [login] = logins.flatMap(([, scheme]) => loginOf(scheme) ?? []);
  const key = login?.name.includes("-") ? JSON.stringify(login.name) : login?.name;
  const headers = login?.place === "header" ? [`headers: { ${key}: \`${login.word}\${token}\` }`] : [];
  const from = giver ? `from POST ${giver.path}` : "what you log in with";
  const token = headers.length > 0 ? `const token = "…"; // ${from}\n` : "";
  const clientOptions = wrapped(["{", "}"], [`url: ${JSON.stringify(sampleUrl(servers))}`, ...headers], "", 0, ",");
  const paths = JSON.stringify([document.paths, "`method_not_allowed`"]); // so a path answers to a method that it lacks
  const codes = new Map<string, Content>(all.flatMap(ownCodes));
  const toLogin = logins[0] && html` <a href="#login-${encodeURIComponent(logins[0][0])}">How to log in</a>`;
  for (const [code, { status, title }] of Object.entries(CODES)) {
    const words = html`${status} ${title}. ${CODE_WORDS[code]}${code === "unauthorized" && toLogin}`;
    if (paths.includes(`\`${code}\``)) codes.set(code, words);
  }
  const isLocal = !URL.canParse(servers[0]?.url ?? "");
  const here = isLocal && html`<noscript> on this server. Samples say ${LOCAL}.</noscript>`;
  const urls = servers.map((each) => html`<dt>URL<dd><code class="url">${each.url}</code>${here} ${each.description}`);
  const place = { source: { pointer: "/data/attributes" }, meta: { path: ["title"] } };
  const words = { title: CODES.required.title, detail: "title is required." };
  const error = { status: "422", code: "required", ...words, ...place };
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title><link rel="icon" href="data:,"><style>${new Html(STYLE)}</style>${new Html(SCRIPT)}</head>
<body><main${isLocal && html` data-local="true"`}>
<h1>${info.title} <small>${info.version}</small></h1>
${markdown(info.summary)}${markdown(info.description)}
<dl>${urls}${schemes.length > 0 ? schemes : html`<dt>Login<dd>None is declared.`}
<dt>Format<dd><a href="https://jsonapi.org/format/1.1/">JSON:API 1.1</a>. Send bodies with <code>Content-Type: ${JSON_API}</code>; commands take <code>${JSON_TEXT}</code>.
<details><summary>How to read a response</summary><p><code>meta.trestle</code> says which values are of types that JSON lacks, such as dates: Trestle's client reads it, others can ignore it. Examples of responses leave out <code>links</code> and <code>jsonapi</code>.${paths.includes('"name":"include"') && html` Included resources come in <code>included</code>: find them by the <code>type</code> and <code>id</code> in <code>relationships</code>.`}</p></details>
<dt>OpenAPI<dd><a href="openapi.json">openapi.json</a>${tryIt !== undefined && html`, <a href="${tryIt}">send requests from a page</a>`}
<dt>Errors<dd>A list of errors: programs check <code>code</code>, people read <code>detail</code>.${schemes.length > 0 && " With the status 401, the login is missing or not valid."} <a href="#errors">All codes</a>
<details><summary>What an error looks like</summary>${codeBlock(jsonText({ errors: [error] }))}
<p><code>source</code> says where: <code>pointer</code> in the body, <code>parameter</code> in the query, or <code>header</code>. <code>meta.path</code> leads to the field. Other statuses, such as 405, have the same form.${paths.includes("`version_mismatch`") && html` If somebody else changed a resource (412), <code>meta.current</code> is the resource as it is now.`}</p></details>
<dt>Client<dd><details><summary>Set it up</summary>${codeBlock(`import { createClient } from "trestle/client";\nimport type { Api } from "./api.js"; // where the API is declared\n\n${token}const client = createClient<Api>(${clientOptions});`)}<p>First run <code>npm install trestle</code>. In its calls, <code>filter[title][contains]</code> is <code>title__contains</code>, and <code>author.articles</code> is <code>author__articles</code>. Other languages: any generator for OpenAPI 3.1 reads openapi.json.</p></details>${infoRows(info)}</dl>
<p class="filter" hidden><label>Filter <input type="search" aria-keyshortcuts="/" placeholder="A word, a URL or an error" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></label><output></output><button hidden>Show all</button></p>
<nav aria-label="Groups">${groups.map(([name]) => html`<a href="#tag-${encodeURIComponent(name)}">${name}</a>`)}<a href="#types">Types</a><a href="#errors">Errors</a></nav>
${sections}<section><h2 id="types">Types</h2>${paths.includes('"name":"fields[') && html`<p>Attributes without a mark are sent, unless <code>fields[…]</code> leaves them out.</p>`}${typeEntries(types)}</section>
<section><h2>Errors</h2><details><summary><h3><span>Codes of errors</span></h3></summary><div id="errors">
<dl>${Array.from(codes, ([code, words]) => html`<dt id="error-${encodeURIComponent(code)}"><code>${code}</code><dd>${words}`)}</dl><p>Other codes come from this API's own code, or from the server in front of it.</p></div></details></section></main></body></html>
`.text;
}

/** Who answers for an API, and on which terms. */
function infoRows({ contact, license, termsOfService }: OpenapiDocument["info"]): Content[] {
  const { email, url = email && `mailto:${email}`, name = email ?? url } = Object(contact);
  const { name: terms, url: text } = Object(license);
  const all = [
    ["Contact", name, url],
    ["License", terms, text],
    ["Terms", termsOfService, termsOfService],
  ];
  return all.map(
    ([title, words, to]) => words && html`<dt>${title}<dd>${to ? html`<a href="${to}">${words}</a>` : words}`,
  );
}

/** The codes that this API has declared, by the words in its responses: a paragraph for each. */
function ownCodes({ operation }: PlacedOperation): [code: string, words: string][] {
  return Object.entries(operation.responses).flatMap(([status, { description }]) => {
    const said = [...`${description}`.matchAll(/^`(.+)`: (.*)$/gm)];
    return said.flatMap(([, code = "", words]) => (code in CODES ? [] : [[code, `${status} ${words}`]]));
  });
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The operations of a document by their first tag, in the order of `tags`: list, get, create, edit, delete, and then other paths, reads first. */
function groupsOf({ tags, paths }: OpenapiDocument): [tag: string, operations: PlacedOperation[]][] {
  const groups = new Map<string, PlacedOperation[]>(tags.map(({ name }) => [name, []]));
  const placed = Object.entries(paths).flatMap(([path, item], index) =>
    Object.entries(item).map(([method, operation]) => {
      const [at, isPlain] = [METHODS.indexOf(method), /^\/[^/]+(\/\{\w+\})?$/.test(path)];
      return { path, method, operation, rank: isPlain ? at * 2 + Number(path.endsWith("}")) : 10 * (index + 1) + at };
    }),
  );
  for (const each of placed.sort((a, b) => a.rank - b.rank)) {
    if (!("responses" in Object(each.operation))) continue; // a path of a registry may have other members
    madeOnce(groups, each.operation.tags?.[0] ?? "Other", () => []).push(each);
  }
  return [...groups].filter(([, operations]) => operations.length > 0);
}

/** The types that operations link to. The set grows meanwhile, because types link to other types. */
function typeEntries(types: ShortTypes): Html[] {
  return Array.from(types.linked, (name) => {
    const schema = types.components.schemas[name];
    return html`<details><summary><h3><code>${name}</code></h3></summary><div id="type-${encodeURIComponent(name)}">${fieldGroups("Fields", schema, types)}</div></details>`;
  });
}

/** The entry of an operation: a line, and behind it everything else. */
function operationEntry(placed: PlacedOperation, document: OpenapiDocument, types: ShortTypes): Html {
  const { path, method, operation } = placed;
  const { operationId = `${method}${path}`, security = document.security, [CODE_SAMPLES]: samples = [] } = operation;
  const anchor = operationId.replace(/[^\w-]+/g, "-");
  const names = security.map((each) =>
    Object.entries(each).map(([name, scopes]) => {
      const asked = scopes.map((scope) => html`<code>${scope}</code>`);
      return html`<a href="#login-${encodeURIComponent(name)}">${name}</a>${asked.length > 0 && html` with ${between(asked, ", ")}`}`;
    }),
  );
  const isOpen = names.length === 0 ? document.security.length > 0 : names.some((each) => each.length === 0);
  const ways = names.map((each) => between(each, " and "));
  const needs = names.length > 0 && html`Needs ${between(ways, " or ")}.`;
  const [answers, examples] = responses(placed, types);
  // The anchor is inside, because browsers open what is around a link's target.
  return html`<details><summary><h3><b class="${method}">${method.toUpperCase()}</b> <code>${path.split("/").map((part, index) => html`${index > 1 && new Html("<wbr>")}${index > 0 && "/"}${part}`)}</code> <span>${operation.summary}${operation.deprecated && " (deprecated)"}</span></h3></summary>
<div id="${anchor}">${markdown(operation.description)}${(isOpen || needs) && html`<p>${isOpen ? "Needs no login." : needs}</p>`}
${(samples as readonly CodeSample[]).map(({ label, source }) => html`<h4>${label}</h4>${codeBlock(String(source))}`)}${examples}
${parameters(operation, types)}${body(operation, types)}${answers}<p>Link to this: <a href="#${anchor}">${operationId}</a></p></div></details>`;
}

/** Parameters that choose fields are one row, because each type has a list of its fields. A name says what a parameter without a description does. */
function parameters(operation: OpenapiOperation, types: ShortTypes): Content {
  const all = (operation.parameters ?? []).map((each) => resolvePart(each, types.components));
  const typed = all.flatMap(({ name }) => (name.startsWith("fields[") ? name : []));
  const others = all.filter(({ name }) => !name.startsWith("fields["));
  const shown = others.map(({ schema, ...each }): FieldRow => {
    if (/^(sort|include)$/.test(each.name)) return each; // its description lists the values
    const keywords = types.keywordsOf(schema);
    const given = [each, keywords, ...(keywords.anyOf ?? [])].map(({ description }) => description);
    const description = [wordsOf(each.name, keywords.type === "array"), ...given].filter(Boolean).join(" ");
    return { ...each, schema, description };
  });
  const named = Object.keys(types.components.schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const typeOf = (each: object) => Object(types.keywordsOf(each).properties?.type).const;
  const anyOf = typed.flatMap((name) => named.find((each) => name === `fields[${typeOf(each)}]`) ?? []);
  const schema = anyOf.length > 0 ? { anyOf } : undefined;
  const fields = { name: typed.join(", "), schema, description: "Which fields to show, separated by commas." };
  return fieldRows("Parameters", typed.length === 0 ? shown : [...shown, fields], types, String);
}

function body({ requestBody }: OpenapiOperation, types: ShortTypes): Content {
  const { content = {}, description } = resolvePart(requestBody, types.components) ?? {};
  const [[type, media] = [], ...others] = Object.entries(content);
  if (media === undefined || type === ANY_TYPE) return undefined;
  const { data } = types.keywordsOf(media.schema).properties ?? {};
  const isResource = type === JSON_API && types.keywordsOf(data).properties?.attributes !== undefined;
  const also = others.map(([name, { schema }]) => html`<p>Or as <code>${name}</code>: <i>${types.of(schema)}</i></p>`);
  const title = `Body · ${type}`;
  return html`${isResource ? fieldGroups(title, data, types, "data.") : fieldGroups(title, media.schema, types)}${markdown(description)}${also}`;
}

/** The rows of the responses, and examples. */
function responses({ method, operation }: PlacedOperation, types: ShortTypes): [rows: Html, examples: Html[]] {
  const body = Object(bodyOf(operation, types.components.schemas, method === "patch" ? VARIANTS.edit : 0)?.value);
  const samples = JSON.stringify(operation[CODE_SAMPLES]) ?? "";
  const filters = [...samples.matchAll(/[?&]filter\[(\w+)\]=(\w+)/g)];
  const equal = filters.map(([, name, text]) => [name, text === "true" || (text !== "false" && text)]);
  const stated = { ...Object.fromEntries(equal), ...body.data?.attributes, ...Object(operation[EXAMPLE]) };
  const [examples, groups]: [Html[], Content[]] = [[], []];
  const [, include = ""] = /[?&]include=([^&'.]+)/.exec(samples) ?? [];
  const rows = Object.entries(operation.responses).map(([status, given]) => {
    if (status === "default" && "$ref" in given) return undefined; // the page explains it once, at its start
    const { description, headers, content = {} } = resolvePart(given, types.components) as OpenapiResponse;
    const sentHeaders = Object.entries(headers ?? {}).map(([name, header]) => {
      const about = Object(resolvePart(header, types.components)).description;
      return html`<p>Header <code>${name}</code>${about && html`: ${shortMarkdown(about)}`}</p>`;
    });
    const [type = "", { schema, example } = {}] = Object.entries(/^2/.test(status) ? content : {})[0] ?? [];
    const { jsonapi, data, included } = types.keywordsOf(schema).properties ?? {};
    const made = () =>
      answerOf(exampleOf(schema ?? {}, types.components.schemas), include, { data, included }, types, stated);
    const sent = schema && /json\b|event-stream/.test(type) ? (example ?? made()) : undefined;
    const isDocument = type.startsWith(JSON_API);
    const json = JSON.stringify(isDocument ? withoutLinks(sent) : sent);
    const events = (types.keywordsOf(schema).oneOf ?? [schema]).map((each) => types.keywordsOf(each).properties ?? {});
    const named =
      type === EVENT_STREAM ? events.filter(({ event }) => types.keywordsOf(event).const !== undefined) : [];
    const ofEvents = named.map((each) => fieldGroups(`Event ${types.keywordsOf(each.event).const}`, each.data, types));
    const group = named.length > 0 ? ofEvents : !isDocument && describedGroup(`Response ${status}`, schema, types);
    groups.push(group);
    const shown = schema && !group && html` <i>${types.of((jsonapi && data) ?? schema)}</i>`;
    const { event, data: sentData } = Object(sent);
    const asEvent = event ? `event: ${event}\ndata: ${JSON.stringify(sentData)}` : example;
    const text = type === EVENT_STREAM ? asEvent : json && jsonText(JSON.parse(json));
    if (text) examples.push(html`<details><summary>Response ${status}</summary>${codeBlock(`${text}`)}</details>`);
    // The codes of a status are one text, which makes a page with many errors much smaller.
    const [first = "", ...more] = `${description}`.replaceAll("`, `", ", ").split("\n\n");
    return html`<dt>${status}<dd>${shortMarkdown(first)}${shown}${more.map(markdown)}${sentHeaders}`;
  });
  return [html`${groups}<h4>Responses</h4><dl>${rows}</dl>`, examples];
}

/** A document without the links, which would need the URL of the request. What its attributes are called does not matter. */
function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name, member]) => VALUES.test(name) || !isLink(name, member));
  return Object.fromEntries(kept.map(([name, each]) => [name, VALUES.test(name) ? each : withoutLinks(each)]));
}

const VALUES = /^(attributes|meta)$/;

/** Relationships without linkage have nothing but links. `jsonapi` is always the same. */
function isLink(name: string, value: unknown): boolean {
  const members = isRecord(value) ? Object.entries(value) : [];
  const hasOnlyLinks = members.length > 0 && members.every(([each, member]) => isLink(each, member));
  return hasOnlyLinks || /^(links|jsonapi)$/.test(name);
}

type Members = Readonly<{ data?: unknown; included?: unknown }>;

/** An example as the answer to the samples: with the values that they state, and the resource that they include, by the linkage of the row. */
function answerOf(made: unknown, include: string, of: Members, types: ShortTypes, stated: object): unknown {
  const { meta, ...document } = Object(made);
  const [row] = [document.data].flat();
  for (const [name, value] of Object.entries(stated))
    if (typeof row?.attributes?.[name] === typeof value) row.attributes[name] = value;
  // What is included has linkage, also if the relationship has none otherwise.
  const path = ["relationships", include, "data"];
  const linkage = path.reduce(
    (at, name) => types.keywordsOf(at).properties?.[name],
    types.keywordsOf(of.data).items ?? of.data,
  );
  const data = row?.relationships?.[include]?.data ?? exampleOf(Object(linkage), types.components.schemas);
  if (row && linkage) row.relationships = { ...row.relationships, [include]: { data } };
  const [linked] = [data].flat();
  const { items } = types.keywordsOf(of.included);
  const all: readonly unknown[] = Object(items).oneOf ?? [items];
  const target = all.find((each) => types.keywordsOf(types.keywordsOf(each).properties?.type).const === linked?.type);
  if (!linked || !target) return made;
  const { type, id, attributes } = Object(exampleOf(Object(target), types.components.schemas));
  return { ...document, included: [{ type, id, attributes }], meta };
}
