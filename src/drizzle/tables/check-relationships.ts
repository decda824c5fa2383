import type { Column } from "drizzle-orm";
import { Problems } from "../../define/model/problems.js";
import { type RelationshipSpec, targetTypes } from "../../define/model/resource.js";
import { checkThrough } from "../../source/options/through.js";
import { valueKind } from "../database/app-sql.js";
import { isColumnOf, strayColumn } from "../columns/columns.js";
import { namesOf } from "../declarations/constraints.js";
import { idPointersTo } from "../declarations/foreign-keys.js";
import { misledPointer } from "./link-table.js";
import type { StoredTable } from "./stored-table.js";
import { typedIds } from "../columns/several.js";
import { type ToManyStorage, toManyStorage } from "./to-many-storage.js";
import { TypedIds } from "../columns/typed-ids.js";
import type { DbTable } from "../declarations/table-config.js";

/** Throws for what is wrong with the relationships of a table. Called when all sources are known. */
export function checkRelationships(table: StoredTable): void {
  const problems = new Problems();
  for (const [name, relationship] of table.spec.relationships)
    problems.collect(() => checkRelationship(table, name, relationship));
  problems.collect(() => checkScopeThrough(table));
  problems.throwAll(table.where);
}

function checkRelationship(owner: StoredTable, name: string, relationship: RelationshipSpec): void {
  const { where } = owner;
  const { many, target, targets } = relationship;
  for (const type of targetTypes(relationship)) {
    if (owner.tables.has(type)) continue;
    if (owner.app.registry.has(type)) return; // what is wrong with that source is a problem of its own
    throw new TypeError(`${where}: "${name}" leads to "${type}", which has no source.`);
  }
  if (targets) {
    const tables = [...targets.keys()].map((type) => owner.tableOf(type));
    for (const each of tables) checkWhose(owner, name, owner, each);
    owner.columns.several.get(name)?.check(tables);
    return;
  }
  if (!many) {
    checkToOne(owner, name, owner.target(name));
    return;
  }
  if (owner.spec.writeOnly.has(name)) return;
  const given = owner.given(name) ?? storageBetween(owner, name, target);
  owner.setStorage(name, given);
  const { table } = owner.target(name);
  if (given["~kind"] === "manyToMany") {
    const link = owner.link(name);
    checkPointer(owner, name, link.table, [link.from], owner);
    checkPointer(owner, name, link.table, [link.to], owner.target(name));
    return;
  }
  const { columns } = given;
  const stray = columns.find((column) => !isColumnOf(table, column));
  if (stray !== undefined) throw new TypeError(`${where}: "${name}": ${strayColumn(stray, table)}`);
  checkPointer(owner, name, table, columns, owner);
  const isTyped = owner.pairs(name).from instanceof TypedIds;
  const shared = isTyped
    ? []
    : [...owner.target(name).columns.several].filter(([, each]) => columns.some((column) => each.hasOthers(column)));
  const [other] = shared;
  if (other) {
    const use = `hasMany takes its column with the ids, and "${other[0]}" must lead to "${owner.spec.type}": toOne([…, "${owner.spec.type}"]).`;
    throw new TypeError(`${where}: "${name}": "${columns[0]?.name}" stores "${other[0]}" of "${target}". ${use}`);
  }
  if (!isTyped) checkKinds(owner, name, columns, owner);
  checkWhose(owner, name, owner.target(name), owner);
}

/** A foreign key of several columns holds the ids of a target with such ids, or its ids and their tenant: the target says which. */
function checkToOne(owner: StoredTable, name: string, target: StoredTable): void {
  const { ids, read } = owner.columns.fields.get(name) ?? {};
  if (ids === undefined) return;
  const isStated = owner.config.columns?.[name] !== undefined;
  if (!isStated && (!ids.single || !target.id.single)) {
    const pointers = idPointersTo(owner.table, target.table, target.id.columns);
    const fitting = pointers.filter((columns) => !ids.single || columns.includes(ids.single));
    const [pointer, ...others] = fitting;
    if (pointer !== undefined && others.length === 0) owner.columns.setIds(name, pointer);
  }
  const { columns } = owner.columns.ids(name);
  checkPointer(owner, name, owner.table, columns, target);
  if (read === undefined) checkKinds(owner, name, columns, target);
  checkWhose(owner, name, owner, target);
}

/** A row for everybody would mean another row for each caller, and a change of one caller's members would be one of the others'. */
function checkWhose({ where }: StoredTable, name: string, holder: StoredTable, target: StoredTable): void {
  if (!target.uniqueId.isShared) return;
  const { config, spec } = holder;
  holder.sharedTarget = target.spec.type;
  if (config.scope !== undefined && config.scope !== "none") return;
  const what = config.scope === undefined ? "without a scope" : 'with scope: "none"';
  throw new TypeError(
    `${where}: "${name}": other scopes may have the ids of "${target.spec.type}", too, so "${spec.type}" ${what} does not say whose row it means. State another scope for "${spec.type}".`,
  );
}

function checkScopeThrough({ tables, through: name, spec, where }: StoredTable): void {
  if (name === undefined) return;
  checkThrough(spec.type, (type) => {
    const table = tables.get(type);
    return table?.spec.relationships.get(table.through ?? "")?.target;
  });
  const target = tables.get(spec.relationships.get(name)?.target ?? "");
  if (target === undefined || !target.uniqueId.isShared) return;
  const shared = `other scopes may have the ids of "${target.spec.type}", too, so they do not say whose a row is`;
  throw new TypeError(`${where}: scope: through("${name}"): ${shared}. Write a scope that compares the whole key.`);
}

/** How a to-many without configuration is stored. */
function storageBetween(owner: StoredTable, name: string, target: string): ToManyStorage {
  const rivals = [...owner.spec.relationships].flatMap(([other, { many, target: same }]) =>
    many && other !== name && same === target ? other : [],
  );
  return toManyStorage(owner.where, name, {
    ownTable: owner.table,
    id: owner.id.columns,
    target: owner.target(name).table,
    tables: owner.schemaTables(),
    hasSource: (table) => [...owner.tables.values()].some((other) => other.table === table),
    tenant: owner.app.tenant,
    newId: owner.app.newId,
    typed: typedIds(owner.target(name).columns.several, owner),
    rivalOf: (storage) => rivals.find((other) => isSameStorage(owner.given(other), storage)),
  });
}

/** Whether two relationships would be one. One without configuration may be stored in any way. */
function isSameStorage(one: ToManyStorage | undefined, other: ToManyStorage): boolean {
  if (one === undefined) return true;
  if (one["~kind"] === "manyToMany") return other["~kind"] === "manyToMany" && one.table === other.table;
  return other["~kind"] === "hasMany" && namesOf(one.columns).join() === namesOf(other.columns).join();
}

/** The compiler compares only columns that it sees by name. */
function checkKinds(owner: StoredTable, name: string, columns: readonly Column[], { id, spec }: StoredTable): void {
  const where = `${owner.where}: "${name}"`;
  if (columns.length !== id.columns.length) {
    const [held, wanted] = [namesOf(columns).join(", "), namesOf(id.columns).join(", ")];
    const use = id.single ? "Name one column" : "Name as many, in this order: compositeId(…), or hasMany([…])";
    throw new TypeError(`${where}: (${held}) cannot hold the ids of "${spec.type}", which are of (${wanted}). ${use}.`);
  }
  for (const [index, column] of columns.entries()) {
    const end = id.columns[index] as Column; // as many, by the check above
    const kindOf = id.single ? valueKind : (each: Column) => owner.dialect.partKind(each) ?? each.getSQLType();
    const [held, wanted] = [kindOf(column), kindOf(end)];
    if (held === wanted) continue;
    const other = id.single ? `the ids of "${spec.type}" are` : `"${end.name}" of "${spec.type}" holds`;
    const use = `Give both columns one ${id.single ? "mode" : "type"}.`;
    throw new TypeError(`${where}: "${column.name}" holds ${held}, but ${other} ${wanted}. ${use}`);
  }
}

function checkPointer(
  { where }: StoredTable,
  name: string,
  table: DbTable,
  columns: readonly Column[],
  { spec, table: end, id }: StoredTable,
): void {
  for (const [index, column] of columns.entries()) {
    const held = id.columns[index];
    const sentence = held && misledPointer(table, column, spec.type, { table: end, id: held });
    if (sentence !== undefined) throw new TypeError(`${where}: "${name}": ${sentence}`);
  }
}
