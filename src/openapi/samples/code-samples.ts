import type { OperationSpec } from "../../define/model/operation.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import type { OpenapiDocument, OpenapiOperation, OpenapiParameter, PlacedOperation } from "../document/document.js";
import { isRecord, resolvePart, type NamedSchemas } from "../document/keywords.js";
import { batchSample } from "./batch.js";
import { clientCall, shownParameters } from "./client-call.js";
import { exampleOf } from "../examples/example.js";
import { EVENT_STREAM } from "../../wire/events.js";
import { FORM, JSON_TEXT } from "../../wire/media-types.js";
import { jsonText } from "./wrapped.js";
import { fileName } from "./sample-file.js";
import { loginOf } from "./login.js";
import { bodyOf, VARIANTS } from "./sample-body.js";

/** A sample in a description. Redoc and Scalar show them, too. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export const CODE_SAMPLES = "x-codeSamples";

/** The host of samples if the description does not name one. */
export const LOCAL = "http://localhost:3000";

/** The URL of an API in samples. */
export function sampleUrl(servers: readonly { readonly url: string }[] | undefined): string {
  const { url = "/" } = servers?.[0] ?? {};
  return URL.canParse(url) ? url.replace(/\/+$/, "") : `${LOCAL}${`/${url}`.replace(/\/+/g, "/").replace(/\/$/, "")}`;
}

/**
 * Adds samples to the operations that have none: the same request by Trestle's client and by curl. Those of the user's registry, which the
 * client does not call, get only curl.
 *
 * @param specs The operations of the API, by their method and path: `get /articles/{id}`.
 * @param batch The one that runs several others.
 */
export function withSamples(
  document: OpenapiDocument,
  specs: ReadonlyMap<string, OperationSpec>,
  batch: OperationSpec | undefined,
  resources: ReadonlyMap<string, ResourceSpec>,
): OpenapiDocument {
  const reads = [...specs.values()].filter(({ info }) => info.kind === "getOne");
  const readable = new Set(reads.map(({ info }) => info.type));
  const context = { schemas: document.components.schemas, resources, readable };
  const batched = batch && batchSample(document, specs, context);
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const members = Object.entries(item).map(([method, operation]) => {
      // A path of a registry may have other members than operations.
      if (!isRecord(operation) || !("responses" in operation) || CODE_SAMPLES in operation) return [method, operation];
      const spec = specs.get(`${method} ${path}`);
      const isBatch = spec !== undefined && spec === batch;
      const described = isBatch && batched ? withExample(operation, batched.body) : operation;
      const source = curlOf({ path, method, operation: described }, document, spec);
      const call = isBatch ? batched?.call : spec && clientCall(spec, operation, context);
      const calls = call === undefined ? [] : [{ lang: "TypeScript", label: "Trestle client", source: call }];
      return [method, { ...described, [CODE_SAMPLES]: [{ lang: "Shell", label: "curl", source }, ...calls] }];
    });
    return [path, Object.fromEntries(members)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function withExample({ requestBody, ...operation }: OpenapiOperation, example: unknown): OpenapiOperation {
  const content = Object.entries(requestBody?.content ?? {}).map(([type, media]) => [type, { ...media, example }]);
  return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } };
}

/** A request by curl, with the parameters that are required. A read also shows an order and an include. */
function curlOf({ path, method, operation }: PlacedOperation, document: OpenapiDocument, spec?: OperationSpec): string {
  const { components, security, servers } = document;
  const { schemas, securitySchemes = {} } = components;
  const parameters = (operation.parameters ?? []).map((each) => resolvePart(each, components));
  const { kind = "" } = { ...spec?.info };
  const isRead = /^get(One|Many|Related)$/.test(kind); // the client's other calls have no query
  const shown = isRead ? shownParameters(operation) : new Map<string, unknown>();
  const base = sampleUrl((operation.servers ?? servers) as typeof servers); // a member that OpenAPI defines
  const place = filledPath(path, parameters, schemas, Number(kind === "deleteOne"));
  const url = base + place + queryOf(parameters, schemas, shown);
  const variant = kind === "editOne" ? VARIANTS.edit : 0;
  const body = bodyOf(operation, schemas, variant);
  const isImplied = method === "get" || (method === "post" && body !== undefined);
  const isStream = Object.values(operation.responses).some((each) => "content" in each && each.content?.[EVENT_STREAM]);
  const flags = [/[[\]{}]/.test(url) && "-g", isStream && "-N", !isImplied && `-X ${method.toUpperCase()}`];
  const names = Object.keys((operation.security ?? security)[0] ?? {});
  const logins = names.flatMap((name) => loginOf(securitySchemes[name]) ?? []);
  const key = logins.find(({ place }) => place === "query")?.sent("$TOKEN");
  const others = logins.filter(({ place }) => place !== "query");
  const options = others.map(({ place, sent }) => `${place === "header" ? "-H" : "-b"} "${sent("$TOKEN")}"`);
  const keyed = key ? `"${url.includes("?") ? "&" : "?"}${key}"` : "";
  const start = ["curl", ...flags.filter(Boolean), `${quote(url)}${keyed}`].join(" ");
  return [start, ...headersOf(parameters, schemas), ...options, ...bodyLines(body)].join(" \\\n  ");
}

/** For POSIX shells. A quote ends the text, is escaped, and begins it again. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** @param variant A delete has another id, because later samples need the first. */
function filledPath(path: string, all: readonly OpenapiParameter[], schemas: NamedSchemas, variant: number): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const found = all.find((each) => each.in === "path" && each.name === name);
    return encodeURIComponent(String(exampleOf(found?.schema ?? {}, schemas, { name: "id", variant }) ?? "1"));
  });
}

function queryOf(all: readonly OpenapiParameter[], schemas: NamedSchemas, shown: ReadonlyMap<string, unknown>): string {
  const pairs = all.flatMap((parameter) => {
    const { name, required, schema } = parameter;
    if (parameter.in !== "query" || !(required || shown.has(name))) return [];
    const field = name.replace(/^\w+\[([^\]]+).*/, "$1"); // `filter[title][contains]` is about a title
    const value = shown.get(name) ?? exampleOf(schema, schemas, { name: field }) ?? "";
    const texts = [value].flat().map((each) => encodeURIComponent(String(each)));
    return `${queryText(name)}=${texts.join(",")}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Keeps the brackets, because they are easier to read, and `-g` keeps curl from reading them. */
function queryText(name: string): string {
  return encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]");
}

function headersOf(parameters: readonly OpenapiParameter[], schemas: NamedSchemas): string[] {
  const required = parameters.filter((parameter) => parameter.in === "header" && parameter.required);
  return required.map(({ name, schema }) => {
    const value = name === "If-Match" ? `"7"` : String(exampleOf(schema, schemas, { name }) ?? "");
    return `-H ${quote(`${name}: ${value}`)}`;
  });
}

function bodyLines(body: ReturnType<typeof bodyOf>): string[] {
  if (body === undefined) return [];
  const { type, value } = body;
  if (type !== FORM) {
    const text = typeof value === "string" ? value : jsonText(value, "  ");
    return [`-H ${quote(`Content-Type: ${type}`)}`, `-d ${quote(text)}`];
  }
  return Object.entries(Object(value)).flatMap(([name, part]) => {
    const type = body.files.get(name);
    const file = `@${fileName(type)}${type ? `;type=${type}` : ""}`;
    if (type !== undefined) return `-F ${quote(`${name}=${file}`)}`;
    // A member without an encoding is a text, and a list of them several. In -F, some characters have a meaning.
    const isJson = Object.hasOwn(body.encoding, name);
    const texts = isJson ? [JSON.stringify(part)] : [part].flat().map(String);
    return texts.map((text) =>
      /^[@<"]|;/.test(text)
        ? `--form-string ${quote(`${name}=${text}`)}`
        : `-F ${quote(`${name}=${text}${isJson ? `;type=${JSON_TEXT}` : ""}`)}`,
    );
  });
}
