import type { IncludeQueries } from "../../define/types/include-query.js";
import { targetTypes } from "../../define/model/resource.js";
import { respond } from "../../define/model/response.js";
import type { CursorSlice } from "../../define/types/page.js";
import type { CursorCodec } from "./cursor.js";
import { askedMembers } from "./asked-members.js";
import type { CallRules, HandlerInput, Row } from "./handler-input.js";
import { Includes } from "./includes.js";
import { cursorProblem } from "./names.js";
import { relatedOrder } from "./members.js";
import { type Entry, type Registry, relationshipOf } from "./registry.js";
import { RequestShapes } from "./request-shape.js";
import { ID_ONLY, selectionOf, treeFor, treeOf } from "./selection.js";
import { addGroups, filterConditions, noResource, readingSent, type SentValue, sentKeys } from "./sent-values.js";
import type * as stored from "../store/store.js";

/** What the handlers of reads call: it asks the store for rows, and adds what requests include. */
export class SourceReader {
  readonly #registry: Registry;
  readonly #entry: Entry;
  readonly #cursors: CursorCodec;
  readonly #shapes: RequestShapes;

  constructor(registry: Registry, entry: Entry, cursors: CursorCodec) {
    this.#registry = registry;
    this.#entry = entry;
    this.#cursors = cursors;
    this.#shapes = new RequestShapes(registry, cursors);
  }

  /** The row with an id, and all that the request includes. */
  async one(session: stored.Session, id: stored.Id, input: HandlerInput): Promise<Row> {
    const { tree, selection, asked } = this.#shapes.of(this.#entry, input, []);
    const { rows, parts } = await this.#byId(session, id, selection);
    const includes = new Includes(this.#registry, session, input.fields, parts, asked);
    const [row] = await includes.load(this.#entry, rows, tree);
    if (row) return row;
    throw noResource(this.#entry.spec.type, id);
  }

  /** Reads what a relationship leads to: a list behind a to-many, else one row. */
  async related(session: stored.Session, name: string, input: HandlerInput, rules: CallRules): Promise<object> {
    const { many, target: onlyType, targets } = relationshipOf(this.#entry, name);
    if (many) {
      const target = this.#registry.get(onlyType);
      const owner = { type: this.#entry.spec.type, id: input.id };
      if (!target.store.listTree) await this.#row(session, input.id, ID_ONLY);
      const members: stored.Condition = { kind: "parent", relationship: name, ...owner };
      const orderBy = relatedOrder(this.#entry, name, target);
      return this.list(session, input, rules, { ...target, orderBy }, [members], owner);
    }
    const { tree, selection, asked } = this.#shapes.of(this.#entry, input, [], name);
    const { rows, parts } = await this.#byId(session, input.id, selection);
    const [owner] = rows;
    if (owner === undefined) throw noResource(this.#entry.spec.type, input.id);
    const linked = owner.row[name];
    if (linked === null || linked === undefined) return respond(null);
    const { type, id } = targets ? (linked as stored.TypedRef) : { type: onlyType, id: linked }; // of several types, its value has both
    const target = this.#registry.get(type);
    const path = targets ? `${name}:${type}` : name;
    const below = treeFor(target.spec, tree);
    const found =
      parts?.get(path) ??
      (await target.store.byIds(session, [id], selectionOf(target, input.fields, below, undefined, asked), {
        deleted: true,
      }));
    const includes = new Includes(this.#registry, session, input.fields, parts, asked);
    const [row = null] = await includes.load(target, found, below, path);
    return respond(row && targets ? { ...row, type } : row);
  }

  /** The row with an id, with what the store reads along. */
  async #byId(session: stored.Session, id: stored.Id, selection: stored.Selection): Promise<stored.Found> {
    const { store } = this.#entry;
    return (await store.byIdsTree?.(session, [id], selection)) ?? { rows: await store.byIds(session, [id], selection) };
  }

  async linkage(session: stored.Session, name: string, id: stored.Id): Promise<unknown> {
    const { many } = relationshipOf(this.#entry, name);
    const selection = many
      ? { ...ID_ONLY, linkage: new Map([[name, undefined]]) }
      : { ...ID_ONLY, fields: new Set([name]) };
    return (await this.#row(session, id, selection))[name] ?? (many ? [] : null);
  }

  /** The values in the queries of includes that only the storage can read. @param name The relationship, for a related list. */
  sentInIncludes({ include }: HandlerInput, queries: IncludeQueries, name: string | undefined): SentValue[] {
    const { spec } = this.#entry;
    const types = name === undefined ? [spec.type] : targetTypes(relationshipOf(this.#entry, name));
    const asked = askedMembers(this.#registry, types, treeOf(include), queries, this.#cursors);
    return [...asked.values()].flatMap(({ sent }) => sent);
  }

  async #row(session: stored.Session, id: stored.Id, selection: stored.Selection): Promise<Row> {
    const [found] = await this.#entry.store.byIds(session, [id], selection);
    if (found) return found.row;
    throw noResource(this.#entry.spec.type, id);
  }

  /** Reads a list: filters become conditions, the page becomes a slice, and includes are put into the rows. */
  async list(
    session: stored.Session,
    input: HandlerInput,
    rules: CallRules,
    entry = this.#entry,
    base: readonly stored.Condition[] = [],
    owner?: stored.ListQuery["owner"],
  ): Promise<object> {
    const { type } = entry.spec;
    const { conditions, sent } = filterConditions(this.#registry, type, input.filter ?? {}, rules);
    if (input.any !== undefined && input.any.length > 0)
      addGroups(this.#registry, type, input.any, rules, { conditions, sent });
    const where = [...base, ...conditions];
    const sort = input.sort?.length ? input.sort : (rules.orderBy ?? entry.orderBy);
    const { tree, selection, order, isPrivate, asked } = this.#shapes.of(entry, input, sort);
    const slice = await this.#slice(input.page, order, isPrivate, rules.count ?? true);
    const problem = slice?.kind === "keyset" ? cursorProblem(this.#registry, type, order, this.#cursors) : undefined;
    if (problem !== undefined) throw new TypeError(`A cursor page of "${type}": its order ${problem}`);
    const counts = slice !== undefined && (rules.count ?? slice.kind === "offset");
    const { fields, linkage, branches, shape } = selection; // to spread it takes 3 % of a request
    const query = { fields, linkage, branches, shape, where, order, slice, counts, owner };
    if (slice?.kind === "keyset") sent.unshift(...sentKeys(entry.store, order, slice));
    const {
      rows: found,
      parts,
      isOwnerSeen,
      total,
    } = await readingSent(entry.store, session, sent, (session) => readPage(entry.store, session, query));
    if (owner && isOwnerSeen === false) throw noResource(owner.type, owner.id);
    const page = slice?.kind === "keyset" ? pageOf(found, slice) : undefined;
    const hasMore = slice !== undefined && total === undefined && found.length >= slice.limit;
    const kept = page?.kept ?? (hasMore ? found.slice(0, -1) : found);
    const includes = new Includes(this.#registry, session, input.fields, parts, asked);
    const rows = await includes.load(entry, kept, tree);
    if (slice === undefined) return respond(rows);
    if (page === undefined) return respond(rows, total === undefined ? { hasMore } : { total });
    const cursor = (row: stored.FoundRow | undefined) =>
      row?.keys === undefined ? null : this.#cursors.encode(order, row.keys, isPrivate);
    const cursors = { next: await cursor(page.ends.next), prev: await cursor(page.ends.prev) };
    return respond(rows, { cursors, rangeTruncated: page.rangeTruncated, total });
  }

  /** One row more than the page has is read where nothing else says whether there is another page. */
  async #slice(
    page: unknown,
    order: readonly stored.OrderTerm[],
    isPrivate: boolean,
    counts: boolean,
  ): Promise<stored.Slice | undefined> {
    if (typeof page !== "object" || page === null) return undefined;
    const more = counts ? 0 : 1;
    if ("offset" in page && "limit" in page) {
      const { offset, limit } = page as { offset: number; limit: number }; // as `offsetPage` reads it
      return { kind: "offset", offset, limit: limit + more };
    }
    const { number, size } = page as { number?: number; size?: number }; // as `numberPage` reads it, or none of these
    if (size === undefined) return undefined;
    if (number !== undefined) return { kind: "offset", offset: (number - 1) * size, limit: size + more };
    const { after, before } = page as CursorSlice; // as `cursorPage` reads it
    const decode = (cursor: string | undefined, name: string) =>
      cursor === undefined ? undefined : this.#cursors.decode(order, cursor, name, isPrivate);
    const keys = { after: await decode(after, "after"), before: await decode(before, "before") };
    return { kind: "keyset", ...keys, limit: size + 1 };
  }
}

/** The rows of a page, and the rows at whose ends others follow, as the cursor pagination profile requires. */
function pageOf(found: readonly stored.FoundRow[], { after, before, limit }: stored.Keyset) {
  const isMore = found.length === limit;
  if (before !== undefined && after === undefined) {
    const kept = isMore ? found.slice(1) : found;
    return { kept, ends: { next: kept.at(-1), prev: isMore ? kept[0] : undefined }, rangeTruncated: false };
  }
  const kept = isMore ? found.slice(0, -1) : found;
  const next = isMore || before !== undefined ? kept.at(-1) : undefined;
  return { kept, ends: { next, prev: after && kept[0] }, rangeTruncated: isMore && before !== undefined };
}

/**
 * A page, with the number of all rows. Of a store that does not count with the page, these are two statements, and rows may come and go
 * between them, so a page that shows where the rows end decides. Statements that run in turn then need no count.
 */
async function readPage(
  store: stored.Store,
  session: stored.Session,
  query: stored.ListQuery & { readonly counts: boolean },
): Promise<stored.Found> {
  if (store.listTree) return store.listTree(session, query);
  const { slice, where, counts } = query;
  const listed = store.list(session, query);
  if (!counts || slice === undefined) return { rows: await listed };
  if (store.isConcurrent(session)) {
    const [rows, count] = await Promise.all([listed, store.count(session, where)]);
    return { rows, total: totalIn(rows, slice) ?? count };
  }
  const rows = await listed;
  return { rows, total: totalIn(rows, slice) ?? (await store.count(session, where)) };
}

/** The number of all rows, if the page shows where they end. */
function totalIn(found: readonly stored.FoundRow[], slice: stored.Slice): number | undefined {
  if (slice.kind !== "offset" || found.length === slice.limit) return undefined;
  return found.length > 0 || slice.offset === 0 ? slice.offset + found.length : undefined;
}
