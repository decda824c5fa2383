import type { OpenapiOperation, OpenapiParameter, SecurityRequirement } from "../document/document.js";
import { exampleOf } from "../examples/example.js";
import type { NamedSchemas } from "../document/keywords.js";
import { EVENT_STREAM } from "../../wire/events.js";
import { FORM, JSON_TEXT } from "../../wire/media-types.js";
import { jsonText } from "./wrapped.js";
import { bodyOf } from "./sample-body.js";

/** What a request needs in addition to its operation. */
export interface RequestContext {
  /** The URL of the API. */
  readonly url: string;
  readonly schemas: NamedSchemas;
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: Readonly<Record<string, unknown>>;
}

/** A request by curl, with the parameters that are required, and a parameter of `shown` each. */
export function curlOf(
  path: string,
  method: string,
  operation: OpenapiOperation,
  context: RequestContext,
  shown: ReadonlyMap<string, string> = new Map(),
): string {
  const { parameters = [], responses } = operation;
  const url = `${urlOf(path, parameters, context)}${queryOf(parameters, context, shown)}`;
  const body = bodyOf(operation, context.schemas);
  const isImplied = method === "get" || (method === "post" && body !== undefined);
  const isStream = Object.values(responses).some((each) => "content" in each && each.content?.[EVENT_STREAM]);
  const flags = [/[[\]{}]/.test(url) && "-g", isStream && "-N", !isImplied && `-X ${method.toUpperCase()}`];
  const start = ["curl", ...flags.filter((flag) => flag !== false), quote(url)].join(" ");
  return [start, ...headersOf(parameters, operation, context), ...bodyLines(body)].join(" \\\n  ");
}

/** For POSIX shells. A quote ends the text, is escaped, and begins it again. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function urlOf(path: string, parameters: readonly OpenapiParameter[], { url, schemas }: RequestContext): string {
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const found = parameters.find((each) => each.in === "path" && each.name === name);
    return encodeURIComponent(String(exampleOf(found?.schema ?? {}, schemas, { name: "id" }) ?? "1"));
  });
  return `${url.replace(/\/+$/, "")}${filled}`;
}

function queryOf(
  parameters: readonly OpenapiParameter[],
  { schemas }: RequestContext,
  shown: ReadonlyMap<string, string>,
): string {
  const pairs = parameters.flatMap((parameter) => {
    const { name, required, schema } = parameter;
    if (parameter.in !== "query" || !(required || shown.has(name))) return [];
    const value = shown.get(name) ?? exampleOf(schema, schemas, { name: lastSegment(name) }) ?? "";
    return `${queryText(name)}=${[value]
      .flat()
      .map((each) => encodeURIComponent(String(each)))
      .join(",")}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Keeps the brackets, because they are easier to read, and `-g` keeps curl from reading them. */
function queryText(name: string): string {
  return encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]");
}

/** `filter[title][contains]` is about a title. */
export function lastSegment(name: string): string {
  const [, first] = /^\w+\[([^\]]+)\]/.exec(name) ?? [];
  return first ?? name;
}

function headersOf(
  parameters: readonly OpenapiParameter[],
  { security }: OpenapiOperation,
  context: RequestContext,
): string[] {
  const required = parameters.filter((parameter) => parameter.in === "header" && parameter.required);
  const headers = required.map(({ name, schema }) => {
    const value = name === "If-Match" ? `"7"` : String(exampleOf(schema, context.schemas, { name }) ?? "");
    return `-H ${quote(`${name}: ${value}`)}`;
  });
  const names = Object.keys((security ?? context.security)[0] ?? {});
  return names.some((name) => isBearer(context.securitySchemes[name]))
    ? [...headers, `-H "Authorization: Bearer $TOKEN"`]
    : headers;
}

function isBearer(scheme: unknown): boolean {
  const { type, scheme: name } = Object(scheme) as { type?: unknown; scheme?: unknown }; // written by the user
  return type === "http" && String(name).toLowerCase() === "bearer";
}

function bodyLines(body: ReturnType<typeof bodyOf>): string[] {
  if (body === undefined) return [];
  const { type, value } = body;
  if (type !== FORM) {
    const text = typeof value === "string" ? value : jsonText(value, "  ");
    return [`-H ${quote(`Content-Type: ${type}`)}`, `-d ${quote(text)}`];
  }
  return Object.entries(Object(value)).map(([name, part]) =>
    body.files.has(name)
      ? `-F ${quote(`${name}=@file.txt`)}`
      : `-F ${quote(`${name}=${JSON.stringify(part)};type=${JSON_TEXT}`)}`,
  );
}
