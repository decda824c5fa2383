import type { z } from "zod";
import { type OperationSpec, isAction } from "../../define/model/operation.js";
import { isLinkedPage } from "../../define/model/list-options.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { operationsOf, type RouterSpec } from "../../define/model/router.js";
import { ResourceLinks } from "../../protocol/document/links.js";
import { readLimits } from "../../protocol/limits.js";
import { includedLists } from "../../protocol/query/include-queries.js";
import { QueryParser } from "../../protocol/query/query-parser.js";
import { resultOperation } from "../../protocol/result-operation.js";
import { pascalCase } from "../document/names.js";
import type { OpenapiOptions } from "../document/options.js";
import { type Described, ResourceSchemas } from "../schemas/resource-schemas.js";
import { Components, SchemaWriter } from "../schemas/schema-writer.js";
import { PlainSchemas } from "../schemas/plain-schemas.js";
import { CURSOR_SCHEMAS, PAGE_SCHEMAS, PLAIN_SCHEMAS, SHARED_SCHEMAS } from "../schemas/shared-schemas.js";
import { ErrorResponses } from "./errors.js";

/** The context for descriptions of operations. */
export interface DescriptionContext {
  readonly resources: ReadonlyMap<string, ResourceSpec>;
  readonly links: ReadonlyMap<string, ResourceLinks>;
  /** The query parser of each operation. */
  readonly queries: ReadonlyMap<OperationSpec, QueryParser>;
  /** The get or the list whose query and document each action has. */
  readonly results: ReadonlyMap<OperationSpec, OperationSpec>;
  readonly writer: SchemaWriter;
  readonly schemas: ResourceSchemas;
  /** Undefined without plain JSON. */
  readonly plain: PlainSchemas | undefined;
  readonly errors: ErrorResponses;
  readonly components: Components;
}

export function contextOf(
  router: RouterSpec,
  { limits, links: written, plain = false }: OpenapiOptions,
): DescriptionContext {
  const routes = router.resources;
  const resources = new Map([...routes].map(([type, { resource }]) => [type, resource]));
  const links = new Map([...routes].map(([type, { operations }]) => [type, new ResourceLinks("", operations)]));
  const bounds = readLimits(limits);
  const operations = operationsOf(router);
  const actions = operations.filter(({ info }) => isAction(info));
  const results = new Map(actions.map((action) => [action, resultOperation(action, resources)]));
  const relatedOf = includedLists(routes);
  const queries = new Map(
    operations.map((each) => {
      const result = results.get(each);
      return [each, new QueryParser(result ?? each, resources, bounds, result ? undefined : relatedOf)];
    }),
  );
  const sparse = sparseTypes(queries.values());
  const names = uniqueNames(resources.keys(), plain);
  const described = new Map<string, Described>();
  for (const [type, { resource, operations }] of routes) {
    const own = links.get(type) ?? new ResourceLinks("", operations);
    const shown = written === "document" ? own.none : own;
    described.set(type, { spec: resource, name: names.get(type) ?? type, links: shown, sparse: sparse.has(type) });
  }
  const components = new Components();
  const shared = new Set([SHARED_SCHEMAS, ...(plain ? [PLAIN_SCHEMAS] : []), ...operations.flatMap(pageSchemas)]);
  for (const schemas of shared) for (const [name, schema] of Object.entries(schemas)) components.set(name, schema);
  const attributes = [...resources.values()].flatMap(({ attributes }) => [...attributes.values()]);
  const writer = new SchemaWriter(components, [...attributes, ...actions.flatMap(schemasOf)]);
  const schemas = new ResourceSchemas(described, components, writer);
  const plainSchemas = plain ? new PlainSchemas(described, components, schemas) : undefined;
  const errors = new ErrorResponses(plain);
  return { resources, links, queries, results, writer, components, schemas, plain: plainSchemas, errors };
}

function schemasOf({ options: { input, output, events = {} } }: OperationSpec): z.ZodType[] {
  return [input, output, ...Object.values(events)].filter((schema) => schema !== undefined);
}

function pageSchemas({ options: { page } }: OperationSpec): (typeof PAGE_SCHEMAS)[] {
  return isLinkedPage(page) ? [page["~page"] === "cursor" ? CURSOR_SCHEMAS : PAGE_SCHEMAS] : [];
}

/** The types with sparse fieldsets in some operation. */
function sparseTypes(queries: Iterable<QueryParser>): ReadonlySet<string> {
  const facts = [...queries].flatMap(({ parameters }) => [...parameters].map((parameter) => parameter.description));
  return new Set(facts.flatMap((each) => (each.takes === "fields" ? each.type : [])));
}

/** Two types may have the same component name, and Trestle itself uses some names. */
function uniqueNames(types: Iterable<string>, plain: boolean): ReadonlyMap<string, string> {
  const roles = ["", "Create", "Edit", "Identifier", ...(plain ? ["Row", "TypedRow", "CreateRow", "EditRow"] : [])];
  const taken = new Set(
    Object.keys({ ...SHARED_SCHEMAS, ...(plain && PLAIN_SCHEMAS), ...PAGE_SCHEMAS, ...CURSOR_SCHEMAS }),
  );
  const names = new Map<string, string>();
  for (const type of types) {
    const base = pascalCase(type);
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
    for (const role of roles) taken.add(`${name}${role}`);
    names.set(type, name);
  }
  return names;
}
