import type { OpenapiDocument, OpenapiParameter, OpenapiResponse } from "../document/document.js";
import { isRecord, type NamedSchemas } from "../document/keywords.js";
import { CODE_SAMPLES, type CodeSample, sampleUrl } from "../samples/code-samples.js";
import { curlOf } from "../samples/curl.js";
import { ANY_TYPE, EVENT_STREAM } from "../../wire/media-types.js";
import { exampleText } from "./examples-shown.js";
import { type FieldGroup, FieldRows, fieldsTable } from "./fields-table.js";
import { highlight } from "./highlight.js";
import { type Content, html, type Html, between, line, prose } from "./html.js";
import type { ListedOperation } from "./operations.js";
import { boundsOf, type TypeWords } from "./type-words.js";

/** Writes the section of an operation. */
export class OperationSections {
  readonly #document: OpenapiDocument;
  readonly #schemas: NamedSchemas;
  readonly #words: TypeWords;
  readonly #rows: FieldRows;

  constructor(document: OpenapiDocument, words: TypeWords) {
    this.#document = document;
    this.#schemas = document.components.schemas ?? {};
    this.#words = words;
    this.#rows = new FieldRows(this.#schemas, words);
  }

  of(listed: ListedOperation): Html {
    const { anchor, method, path, operation, summary } = listed;
    return html`<article class="op" id="${anchor}"${method === "get" && html` data-get="${path}"`}>
<div class="about"><h3><a href="#${anchor}">${summary}</a>${operation.deprecated && html` <span class="old">deprecated</span>`}</h3>
<p class="path">${badge(method)} ${pathText(path)}</p>
${prose(operation.description)}${this.#security(listed)}${this.#parameters(listed)}${this.#body(listed)}${this.#responses(listed)}</div>
<div class="code">${this.#samples(listed)}${this.#example(listed)}</div></article>
`;
  }

  /** Another object of the document, if there is only a reference here. */
  #resolve<T>(value: T): T {
    const { $ref, ...others } = Object(value) as { readonly $ref?: unknown }; // an object, or a reference
    if (typeof $ref !== "string" || !$ref.startsWith("#/")) return value;
    const keys = $ref
      .slice(2)
      .split("/")
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const found = keys.reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      this.#document,
    );
    return { ...Object(found), ...others } as T; // what the reference is for
  }

  #security({ operation }: ListedOperation): Content {
    const all = this.#document.security ?? [];
    const own = operation.security ?? all;
    if (own.length === 0 || own.some((each) => Object.keys(each).length === 0))
      return all.length > 0 && html`<p class="dim">Needs no authentication.</p>`;
    const ways = own.map(
      (each) =>
        html`${between(
          Object.keys(each).map((name) => html`<code>${name}</code>`),
          " and ",
        )}`,
    );
    return html`<p class="dim">Needs ${between(ways, " or ")}.</p>`;
  }

  #parameters({ operation }: ListedOperation): Content {
    const parameters = (operation.parameters ?? []).map((each) => this.#resolve(each));
    const groups = new Map<string, FieldGroup["rows"]>(GROUPS.map((title) => [title, []]));
    for (const parameter of parameters) {
      const { name, required, description, schema, deprecated } = parameter as OpenapiParameter & {
        deprecated?: boolean;
      };
      const title = groupOf(parameter);
      const row = {
        name,
        type: this.#words.of(schema),
        required: required === true,
        deprecated: deprecated === true,
        description,
        bounds: isList(parameter) ? undefined : boundsOf(schema),
        place: parameter.in,
        ...(isList(parameter) && { type: "list, separated by commas" }),
      };
      groups.set(title, [...(groups.get(title) ?? []), row]);
    }
    return fieldsTable(
      "Parameters",
      [...groups].map(([title, rows]) => ({ title, rows })),
    );
  }

  #body({ operation }: ListedOperation): Content {
    const body = operation.requestBody && this.#resolve(operation.requestBody);
    const [type, media] = Object.entries(body?.content ?? {})[0] ?? [];
    if (body === undefined || type === undefined || type === ANY_TYPE) return undefined;
    const groups = this.#rows.ofBody(media?.schema);
    const table = fieldsTable("Request body", groups);
    const [first] = [media?.schema?.properties].filter(isRecord);
    const linkage =
      first !== undefined && "data" in first && Object.keys(first).length === 1 ? first.data : media?.schema;
    const isTable = groups.some(({ rows }) => rows.length > 1 || (rows.length === 1 && rows[0]?.name !== "data"));
    const kind = html`<p class="kind"><code>${type}</code>${body.required !== true && html` <span class="dim">optional</span>`}</p>`;
    return html`${prose(body.description)}${isTable ? html`${table}${kind}` : html`<h4>Request body</h4><p>${this.#words.of(linkage)}</p>${kind}`}`;
  }

  #responses({ operation }: ListedOperation): Content {
    const all = Object.entries(operation.responses ?? {}).sort(([one], [other]) => rank(one) - rank(other));
    const rows = all.map(([status, given]) => {
      const { description, content = {}, headers = {} } = this.#resolve(given) as OpenapiResponse;
      const isError = /^(?:[45]|default)/.test(status);
      const types = isError
        ? []
        : Object.entries(content).map(
            ([type, media]) =>
              html`<p class="dim"><code>${type}</code>${type !== EVENT_STREAM && this.#dataType(media.schema)}</p>`,
          );
      const listed = Object.entries(headers).map(([name, header]) => {
        const { description: about } = Object(header) as { description?: unknown }; // a header, or a reference
        return html`<p class="dim">Header <code>${name}</code>${typeof about === "string" && html`: ${line(about)}`}</p>`;
      });
      return html`<tr><th scope="row"><span class="status s${status.charAt(0)}">${status}</span></th><td>${html`<p>${line(description ?? "")}</p>`}${types}${listed}</td></tr>`;
    });
    return html`<table class="responses"><caption>Responses</caption><tbody>${rows}</tbody></table>`;
  }

  /** The type of the `data` of a document, or of another body. */
  #dataType(schema: unknown): Content {
    if (!isRecord(schema) || Object.keys(schema).length === 0) return undefined;
    const { properties } = schema;
    const isDocument = isRecord(properties) && properties.jsonapi !== undefined && properties.data !== undefined;
    return html`: ${this.#words.of(isDocument ? properties.data : schema)}`;
  }

  #samples({ path, method, operation }: ListedOperation): Content {
    const given = operation[CODE_SAMPLES];
    const samples = Array.isArray(given) ? (given as readonly CodeSample[]) : [this.#curl(path, method, operation)];
    return samples.map(({ lang, label, source }) => codeBlock(label ?? lang, String(source)));
  }

  #curl(path: string, method: string, operation: ListedOperation["operation"]): CodeSample {
    const { servers, security = [], components } = this.#document;
    const own = Array.isArray(operation.servers) ? operation.servers : servers;
    const parameters = (operation.parameters ?? []).map((each) => this.#resolve(each));
    const { securitySchemes = {} } = components;
    const context = { url: sampleUrl(own), schemas: this.#schemas, security, securitySchemes };
    const described = { ...operation, parameters, responses: operation.responses ?? {} };
    return { lang: "Shell", label: "curl", source: curlOf(path, method, described, context) };
  }

  #example({ path, method, operation }: ListedOperation): Content {
    const body = operation.requestBody && this.#resolve(operation.requestBody);
    const sent = Object.entries(body?.content ?? {})[0];
    const request = sent && exampleText(sent[0], sent[1], this.#schemas, { isRequest: true });
    const success = Object.entries(operation.responses ?? {}).find(([status]) => /^2/.test(status));
    const received = success && Object.entries((this.#resolve(success[1]) as OpenapiResponse).content ?? {})[0];
    const base = this.#document.servers?.[0]?.url.replace(/\/+$/, "") ?? "";
    const links = { base, path: `${path.replace(/\{[^{}]+\}/g, "1")}${method === "post" ? "/1" : ""}` }; // a new resource
    const response = received && exampleText(received[0], received[1], this.#schemas, { links });
    return html`${request !== undefined && codeBlock("Request body", request, true)}${response !== undefined && codeBlock(`Response ${success?.[0] ?? ""}`, response)}`;
  }
}

/** Successes are first: `2XX` would otherwise be behind the numbers. */
function rank(status: string): number {
  return status === "default" ? 2 : /^[123]/.test(status) ? 0 : 1;
}

const GROUPS = ["Path", "Filters", "Order", "Include", "Fields", "Page", "Query", "Headers", "Cookies"];

function groupOf({ name, in: place }: OpenapiParameter): string {
  if (place !== "query") return place === "path" ? "Path" : place === "header" ? "Headers" : "Cookies";
  if (name.startsWith("filter[")) return "Filters";
  if (name.startsWith("fields[")) return "Fields";
  if (name === "page" || name.startsWith("page[")) return "Page";
  return name === "sort" ? "Order" : name === "include" ? "Include" : "Query";
}

function isList({ explode, schema }: OpenapiParameter): boolean {
  return explode === false && schema?.type === "array";
}

/** The method of an operation. */
export function badge(method: string): Html {
  return html`<span class="m ${METHOD_CLASSES.has(method) ? method : "other"}">${method.toUpperCase()}</span>`;
}

const METHOD_CLASSES: ReadonlySet<string> = new Set(["get", "post", "patch", "put", "delete"]);

function pathText(path: string): Html {
  const parts = path.split(/(\{[^{}]+\}|\/)/).map((part) => {
    if (part.startsWith("{")) return html`<span class="id">${part}</span>`;
    return part === "/" ? html`/<wbr>` : part;
  });
  return html`<code>${parts}</code>`;
}

/** Code with a title. @param isFolded Whether a reader must open it. */
export function codeBlock(title: string, code: string, isFolded = false): Html {
  const text = html`<pre><code>${highlight(code)}</code></pre>`;
  return isFolded
    ? html`<details><summary>${title}</summary>${text}</details>`
    : html`<figure><figcaption>${title}</figcaption>${text}</figure>`;
}
