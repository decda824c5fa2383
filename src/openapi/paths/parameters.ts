import type { z } from "zod";
import type { ResourceSpec } from "../../define/model/resource.js";
import type { OperationSpec } from "../../define/model/operation.js";
import type { QueryParser } from "../../protocol/query/query-parser.js";
import type * as parsed from "../../protocol/query/parsed-query.js";
import type { JsonSchema, OpenapiParameter } from "../document/document.js";
import { pascalCase } from "../document/names.js";
import { stableDefault } from "../schemas/overrides.js";
import { idSchema } from "../schemas/resource-schemas.js";
import { defaultOf } from "../../schema/parse-now.js";
import type { SchemaWriter } from "../schemas/schema-writer.js";

/** The query parameters of an operation, from the same object that parses its requests. */
export function queryParameters(
  { info }: OperationSpec,
  query: QueryParser | undefined,
  writer: SchemaWriter,
): OpenapiParameter[] {
  const parameters = [...(query?.parameters ?? [])];
  const deep = new Set(parameters.flatMap(({ name }) => deepPathIn(name) ?? []));
  return parameters.flatMap(({ name, description }): OpenapiParameter[] => {
    if (deepPathIn(name) !== undefined) return [];
    const described = describe(description, pascalCase(info.type), writer);
    if (described === undefined) return [];
    const also = name === "include" && deep.size > 0 ? { description: `${described.description} ${onDeep(deep)}` } : {};
    return [{ name, in: "query", ...described, ...also }];
  });
}

/** The path of three or more names that a parameter queries. There may be hundreds of them, so one sentence describes them all. */
function deepPathIn(name: string): string | undefined {
  return /^include[A-Z]\w*\[([^\].]+\.[^\].]+\.[^\]]+)/.exec(name)?.[1];
}

function onDeep(paths: Iterable<string>): string {
  const families = "`includeFilter[path][name]`, `includeSort[path]` and `includePage[path][limit]`";
  return `The paths ${[...paths].map(code).join(", ")} take ${families}, as shorter paths do, with the names of the related list at their end.`;
}

export function idParameter(spec: ResourceSpec, writer: SchemaWriter): OpenapiParameter {
  const description = `The id of one of "${spec.type}".`;
  return { name: "id", in: "path", required: true, description, schema: idSchema(spec, writer) };
}

type Description = Omit<OpenapiParameter, "name" | "in">;

function describe(facts: parsed.ParameterDescription, type: string, writer: SchemaWriter): Description | undefined {
  if (facts.takes === "value") return describeValue(facts, type, writer);
  if (facts.takes === "integer") return describeInteger(facts);
  if (facts.takes === "sort") return describeSort(facts);
  return facts.takes === "includes" ? describeIncludes(facts) : describeFields(facts);
}

function describeInteger({ min, max, fallback }: parsed.IntegerDescription): Description {
  const optional = fallback !== undefined && { default: fallback };
  return { schema: { type: "integer", minimum: min, maximum: max, ...optional } };
}

const COMMA_LIST = { style: "form", explode: false } as const;

/** Descending keys begin with `-`. Each name may appear only once, in one direction. */
function describeSort({ keys = [], max }: parsed.SortDescription): Description {
  const both = keys.filter((key) => keys.includes(`-${key}`));
  const twice = both.map((key) => ({ allOf: [{ contains: { const: key } }, { contains: { const: `-${key}` } }] }));
  const items = keys.length > 0 ? { enum: keys } : { pattern: "^(?:[^,-]|-[^,])[^,]*$" };
  const schema = {
    type: "array",
    items: { type: "string", ...items },
    minItems: 1,
    maxItems: max,
    uniqueItems: true,
    ...(twice.length > 0 && { not: twice.length > 1 ? { anyOf: twice } : twice[0] }),
  };
  const names = (2 * both.length === keys.length ? both : keys).map(code).join(", ") || "any names";
  const description = `Sorts by ${names}. A leading - sorts descending. Several are separated by commas: the first matters most.`;
  return { description, ...COMMA_LIST, schema };
}

/** Omits `include` for an operation without includes. */
function describeIncludes({ names, max }: parsed.IncludesDescription): Description | undefined {
  if (names.length === 0) return undefined;
  const description = `Adds the related resources of these paths, separated by commas: ${names.map(code).join(", ")}.`;
  const schema = { type: "array", items: { type: "string", enum: names }, maxItems: max };
  return { description, ...COMMA_LIST, schema };
}

function describeFields({ type, names }: parsed.FieldsDescription): Description {
  const description = `The fields of "${type}" to show: ${names.length === 0 ? "it has none" : names.map(code).join(", ")}.`;
  const items = names.length === 0 ? { type: "string", maxLength: 0 } : { type: "string", enum: names };
  return { description, ...COMMA_LIST, schema: { type: "array", items } };
}

function code(name: string): string {
  return `\`${name}\``;
}

const GROUPED = ": a row must meet all filters of a group, and one of the groups.";

function describeValue(
  { schema, value, group }: parsed.ValueDescription,
  type: string,
  writer: SchemaWriter,
): Description {
  const json = writer.write(schema, "input", `${type}Parameter`);
  const { description, deprecated, examples, default: _, ...rest } = json;
  const texts = Array.isArray(examples) && !value.list ? examples.filter((each) => typeof each === "string") : [];
  const bare = texts.length > 0 ? { ...rest, examples: texts } : rest;
  const common = {
    ...(!value.optional && { required: true }),
    ...(typeof description === "string" && { description }),
    ...(group !== undefined && { description: `Group ${group}${GROUPED}` }),
    ...(deprecated === true && { deprecated }),
  };
  const wanted = value.optional && group === undefined ? stableDefaultOf(schema) : undefined;
  const fallback = wanted === undefined || wanted === null ? {} : { default: wanted };
  if (value.list) return { ...common, ...COMMA_LIST, schema: { ...listOf(bare, value.kind), ...fallback } };
  const text = value.nullable ? nullAsWord(bare) : bare;
  return { ...common, schema: { ...text, ...fallback } };
}

/** The default of a missing parameter. */
function stableDefaultOf(schema: z.ZodType): unknown {
  try {
    return stableDefault(() => defaultOf(schema, "A parameter"));
  } catch {
    return undefined; // the schema has an asynchronous check
  }
}

/** An item of a list that is separated by commas. */
export const LIST_ITEM: JsonSchema = { pattern: String.raw`^(?:[^,\\]|\\[,\\])*$` };

/** A list of texts is separated by commas. `\,` and `\\` are escapes for a comma and a backslash. */
function listOf(json: JsonSchema, kind: string): JsonSchema {
  if (kind !== "string") return json;
  const { items = {}, ...rest } = json;
  const text = { allOf: [items, LIST_ITEM] };
  return { ...rest, items: text, description: String.raw`In an item, \, is a comma and \\ a backslash.` };
}

/** In a URL, null is the word "null". The registration makes sure that it is not ambiguous. */
function nullAsWord(json: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = json as { anyOf?: readonly JsonSchema[]; type?: unknown };
  const word = { type: "string", const: "null", description: "`null`: those without." };
  if (anyOf !== undefined) return { anyOf: [...anyOf.filter((branch) => branch.type !== "null"), word] };
  const [single, ...others] = Array.isArray(type) ? type.filter((each) => each !== "null") : [type];
  return { anyOf: [{ type: others.length === 0 ? single : [single, ...others], ...rest }, word] };
}
