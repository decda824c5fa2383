import { Column, getTableColumns, getTableName, is, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Trestle } from "../define/api/trestle.js";
import type { DeclaredError } from "../define/errors.js";
import { checkOptionNames, didYouMean } from "../define/model/names.js";
import { keepProblem, problemOf, Problems } from "../define/model/problems.js";
import type { RelationshipSpec } from "../define/model/resource.js";
import type { VersionOption } from "../define/types/definition.js";
import type { IdSchema, Shape } from "../define/types/endpoint.js";
import type { RelationshipShape } from "../define/types/relationship-shape.js";
import type { Resource } from "../define/types/resource.js";
import type { StoredId, TableId } from "../define/types/stored.js";
import { idKind } from "../schema/formats.js";
import type { ResourceContext } from "../define/types/resource-context.js";
import { withoutPrototype } from "../schema/own-members.js";
import { columnKey } from "./columns/columns.js";
import { columnSchema, valueSchema } from "./columns/column-schema.js";
import { mustBeGiven, primaryKey } from "./declarations/constraints.js";
import { storedIn } from "./columns/renamed-column.js";
import { columnsAndExpressions, tableOfView } from "./declarations/views.js";
import type * as fields from "./config/table-fields.js";
import { type DbTable, isDbTable } from "./declarations/table-config.js";

/** The schema of an id of several columns. It stays a text where the API's ids are uuids. */
const COMPOSITE_ID = z.string();

/** The part of a resource's declaration that is read from a table. */
interface RawTable {
  id: z.ZodType;
  readonly attributes: object;
  readonly relationships: object;
  readonly createFields?: readonly string[];
  readonly editFields?: readonly string[];
}

interface RawOptions {
  readonly pick?: readonly string[];
  readonly omit?: readonly string[];
  readonly rename?: Readonly<Record<string, string>>;
  readonly attributes?: Readonly<Record<string, z.ZodType>>;
  readonly relationships?: Readonly<Record<string, RelationshipSpec>>;
  readonly createFields?: readonly string[];
  readonly editFields?: readonly string[];
}

const OPTIONS: Readonly<Record<keyof RawOptions, true>> = {
  pick: true,
  omit: true,
  rename: true,
  attributes: true,
  relationships: true,
  createFields: true,
  editFields: true,
};
const RESOURCE_OPTIONS = { ...OPTIONS, writeOnly: true, visible: true, version: true };

/**
 * Reads the id, the attributes and the create fields of a resource from a Drizzle table, for `t.resource`. `tableResource` does both.
 *
 * @returns The config. `t.router` throws if you give both `pick` and `omit` or neither, if a name is not a column, or if a column has a
 *   custom type.
 *
 * @example
 * ```ts
 * import { integer, pgTable, text } from "drizzle-orm/pg-core";
 * import { trestle } from "trestle";
 * import { fromTable } from "trestle/drizzle";
 *
 * const notes = pgTable("notes", { id: integer().primaryKey(), text: text().notNull(), price: integer() });
 * const t = trestle();
 * export const noteResource = t.resource("notes", {
 *   ...fromTable(notes, { omit: [], createFields: ["text"] }),
 *   visible: { price: () => true },
 * });
 * ```
 */
export function fromTable<
  T extends object,
  const P extends (keyof T & string) | null = null,
  const O extends keyof T & string = never,
  const TRename = {},
  A extends Shape = {},
  R extends RelationshipShape = {},
  const C extends fields.FieldOf<T, P, O, R, TRename, A> | "id" = never,
  const E extends fields.FieldOf<T, P, O, R, TRename, A> = never,
>(
  table: fields.TypedTable<T>,
  options: fields.TableOptions<T, P, O, R, TRename, A, C, E>,
): fields.FromTable<
  StoredId<fields.IdOf<T>>,
  fields.TableAttributes<T, P, O, R, TRename, A>,
  NoInfer<R>, // without it, the place of the call would be asked for the relationships
  fields.CreateName<T, C, TRename>,
  NoInfer<E>
> {
  return readTable("fromTable", table as never, options as never) as never; // the untyped half
}

/**
 * Declares a resource of a Drizzle table: the id, the attributes and their schemas come from the columns. If the column of the id is a
 * text or a uuid, and the API has such ids, the id is the API's. If the primary key has several columns and none is called "id", the id is a
 * text of all of them.
 *
 * @param t The API, as `trestle()` makes it.
 * @param type The type name, as in `t.resource`.
 * @returns The resource. What is wrong with the options, `t.router` throws.
 *
 * @example
 * ```ts
 * import { integer, pgTable, text } from "drizzle-orm/pg-core";
 * import { trestle } from "trestle";
 * import { tableResource } from "trestle/drizzle";
 *
 * const notes = pgTable("notes", { id: integer().primaryKey(), text: text().notNull(), secret: text() });
 * const t = trestle();
 * export const noteResource = tableResource(t, "notes", notes, { omit: ["secret"], createFields: ["text"] });
 * ```
 */
export function tableResource<
  TBase,
  TContext,
  TError extends DeclaredError,
  TId extends IdSchema,
  const N extends string,
  T extends object,
  const P extends (keyof T & string) | null = null,
  const O extends keyof T & string = never,
  const TRename = {},
  A extends Shape = {},
  R extends RelationshipShape = {},
  const C extends fields.FieldOf<T, P, O, R, TRename, A> | "id" = never,
  const E extends fields.FieldOf<T, P, O, R, TRename, A> = never,
  const W extends fields.FieldOf<T, P, O, R, TRename, A> = never,
  V extends fields.FieldOf<T, P, O, R, NoInfer<TRename>, A> = never, // else `visible` says what `rename` is
  const X extends VersionOption<fields.FieldOf<T, P, O, R, TRename, A>> = never,
>(
  t: Trestle<TBase, TContext, TError, TId>,
  type: N,
  table: fields.TypedTable<T>,
  options: fields.TableResourceOptions<T, P, O, R, TRename, A, C, E, W, V, X, TBase>,
): Resource<
  ResourceContext<
    N,
    TBase,
    TContext,
    TError,
    TableId<TId, fields.IdOf<T>>,
    fields.TableAttributes<T, P, O, R, TRename, A>,
    R,
    fields.CreateName<T, C, TRename>,
    E,
    W,
    V,
    X
  >
> {
  const { writeOnly = [], visible = {}, version, ...read } = options ?? {};
  const config = { ...readTable("tableResource", table as never, read as never), writeOnly, visible, version };
  const apiId = t["~id"] as unknown as z.ZodType; // `IdSchema` is only the part of it that types need
  if (config.id !== COMPOSITE_ID && isText(config.id) && isText(apiId)) config.id = apiId;
  return t.resource(type, config as never) as never; // the untyped half
}

function isText(id: z.ZodType): boolean {
  const kind = idKind(id);
  return kind === "string" || kind === "uuid";
}

/** What is wrong is kept in the id and the attributes, so `t.resource` finds it there, and the router reports it with all others. */
function readTable(call: string, table: DbTable, options: RawOptions = {}): RawTable {
  const { relationships = {} } = options;
  let read: RawTable = { id: z.int(), attributes: {}, relationships };
  const problem = problemOf(call, () => {
    read = readColumns(call, table, options);
  });
  return { ...read, id: keepProblem(read.id, problem), attributes: keepProblem(read.attributes, problem) };
}

function readColumns(call: string, given: DbTable, options: RawOptions): RawTable {
  const table = tableOfView(given) ?? given;
  if (!isDbTable(table))
    throw new TypeError(`${call}: this is not a table of pgTable or sqliteTable, or a view of pgView.`);
  const where = `${call}("${getTableName(table)}")`;
  checkOptionNames(where, options, call === "fromTable" ? OPTIONS : RESOURCE_OPTIONS); // what a misspelt option would say is missing then
  const problems = new Problems();
  const report = (problem: string) => problems.add(new TypeError(`${where}: ${problem}`));
  const { pick, omit, relationships = {}, createFields = [], editFields = [] } = options;
  const rename: Readonly<Record<string, string>> = withoutPrototype(options.rename ?? {});
  if ((pick === undefined) === (omit === undefined))
    report("write pick or omit. omit: [] serves all columns, pick: [] only those in rename.");
  const columns: Readonly<Record<string, Column>> = withoutPrototype(getTableColumns(table)); // one may be called "constructor"
  const all: Readonly<Record<string, Column | SQL>> = withoutPrototype(columnsAndExpressions(table));
  const renamed = Object.values(rename);
  for (const [list, names] of Object.entries({ pick, omit, rename: renamed })) {
    for (const name of names ?? []) problems.collect(() => checkColumnName(`${where}: ${list}`, name, all));
  }
  const both = omit?.find((name) => renamed.includes(name));
  if (both !== undefined) report(`"${both}" is in omit and in rename. Remove it from one of them.`);
  const twice = renamed.find((name, index) => renamed.indexOf(name) < index);
  if (twice !== undefined) report(`rename gives "${twice}" two names. Keep one of them.`);
  const id = idColumn(table, columns);
  problems.throwAll(where); // without right names, nothing says which columns are served
  const related = Object.keys(relationships).flatMap((name) => [name, `${name}_id`, `${name}Id`]);
  const left = new Set([...(omit ?? []), ...renamed, ...related, id && columnKey(table, id)]);
  const picked = pick?.filter((name) => !renamed.includes(name));
  const attributes: Record<string, z.ZodType> = withoutPrototype(options.attributes ?? {});
  const served = picked ?? Object.keys(all).filter((name) => !left.has(name));
  const hidden = served.find((name) => Object.hasOwn(rename, name) && !Object.hasOwn(relationships, name));
  if (hidden !== undefined) report(`"${hidden}" is a column, and the new name of another. Rename or omit the column.`);
  for (const [field, name] of [...served.map((name) => [name, name] as const), ...Object.entries(rename)]) {
    const column = all[name];
    if (column === undefined || Object.hasOwn(relationships, field)) continue;
    problems.collect(() => {
      const schema = attributes[field] ?? (is(column, Column) ? columnSchema(column) : undefined);
      if (schema === undefined) throw new TypeError(`${where}: ${withoutSchema(field, column)}`);
      // A clone, because one schema may serve several columns.
      attributes[field] = field === name ? schema : storedIn(schema.clone(), column);
    });
  }
  problems.throwAll(where);
  return {
    id: id ? idSchema(table, id) : primaryKey(table) ? COMPOSITE_ID : keepProblem(z.int(), withoutKey(where)),
    attributes,
    relationships: Object.fromEntries(
      Object.entries(relationships).map(([name, relationship]) => {
        const column = columns[rename[name] ?? ""];
        return [name, column ? storedIn({ ...relationship }, column) : relationship];
      }),
    ),
    createFields: createFields.map((name) => {
      const column = columns[rename[name] ?? name] ?? columns[`${name}_id`] ?? columns[`${name}Id`];
      return name === "id" || column === undefined || mustBeGiven(column) ? name : `${name}?`;
    }),
    editFields,
  };
}

function checkColumnName(where: string, name: string, columns: object): void {
  if (Object.hasOwn(columns, name)) return;
  const names = Object.keys(columns);
  const advice = didYouMean(name, names, `Use ${names.join(", ")}.`);
  throw new TypeError(`${where}: "${name}" is not a column. ${advice}`);
}

/** The column "id", or else the only one that is a primary key. */
function idColumn(table: DbTable, columns: Readonly<Record<string, Column>>): Column | undefined {
  if (Object.hasOwn(columns, "id")) return columns.id;
  const [key, ...others] = primaryKey(table)?.columns ?? [];
  return others.length === 0 && key?.primary ? key : undefined;
}

/** A declaration that has an id of its own does not have this problem. */
function withoutKey(where: string): TypeError {
  return new TypeError(
    `${where}: no column is called "id", and no primary key is declared. Declare the resource with t.resource, and name the id's column in the source: columns: { id: … }.`,
  );
}

/** A text that `compositeId` may join with the other columns of its key has no greatest length. */
function idSchema(table: DbTable, id: Column): z.ZodType {
  const schema = valueSchema(id) ?? z.unknown(); // t.resource refuses it, if nothing replaces it
  const key = primaryKey(table)?.columns ?? [];
  const isPart = key.length > 1 && key.some(({ name }) => name === id.name);
  return isPart && idKind(schema) === "string" ? z.string() : schema;
}

function withoutSchema(field: string, column: Column | SQL): string {
  const what = is(column, Column) ? `has the type ${column.getSQLType()}` : "is an expression of the view";
  return `"${field}" ${what}, which has no schema here. Give one: attributes: { ${field}: … }.`;
}
