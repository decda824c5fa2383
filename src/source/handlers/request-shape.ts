import { type Asked, askedMembers } from "./asked-members.js";
import type { CursorCodec } from "./cursor.js";
import { targetTypes } from "../../define/model/resource.js";
import { isPrivateOrder, orderOf } from "./names.js";
import type { HandlerInput } from "./handler-input.js";
import type { Entry, Registry } from "./registry.js";
import { selectionOf, treeOf } from "./selection.js";
import type { IncludeNode } from "../../wire/include-path.js";
import type { SortTerm } from "../types/source.js";
import type { OrderTerm, Selection } from "../store/store.js";

/** What requests have in common that differ in values only. It belongs to no caller: which rows a caller sees is up to the store. */
export interface RequestShape {
  readonly tree: IncludeNode;
  readonly selection: Selection;
  readonly order: readonly OrderTerm[];
  readonly isPrivate: boolean;
  /** What the request asks of the members of its includes. It has values, so the shape is of this request only. */
  readonly asked: Asked | undefined;
}

/** The most values to keep: clients can combine fields, includes and sorts in any way. */
const MOST = 1000;

/** Values by key. The oldest are dropped. */
export class Kept<T> extends Map<string, T> {
  override set(key: string, value: T): this {
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > MOST && oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/** The shapes of the requests for one source. */
export class RequestShapes {
  readonly #kept = new Kept<RequestShape>();

  constructor(
    readonly registry: Registry,
    readonly cursors: CursorCodec,
  ) {}

  /**
   * @param entry What the rows are of.
   * @param sort The order of a list.
   * @param toOne A relationship of the row, which leads to what the request is about.
   */
  of(entry: Entry, input: HandlerInput, sort: readonly SortTerm[], toOne?: string): RequestShape {
    const { include, fields, filter, includeQueries } = input;
    const { spec, store } = entry;
    // No name contains a line break.
    let key = toOne === undefined ? spec.type : `${spec.type}\n>${toOne}`;
    for (const { field, order } of sort) key += `\n${order} ${field}`;
    for (const path in include) if (include[path]) key += `\n+${path}`;
    for (const type in fields) if (fields[type]) key += `\n:${type}\n${[...fields[type]].join("\n")}`;
    const kept = includeQueries ? undefined : this.#kept.get(key);
    if (kept) return kept;
    const tree = treeOf(include);
    const types = toOne === undefined ? [spec.type] : targetTypes(spec.relationships.get(toOne));
    const asked = includeQueries && askedMembers(this.registry, types, tree, includeQueries, this.cursors);
    const order = orderOf(this.registry, spec.type, sort, filter ?? {});
    const withIncludes = (store.listTree ?? store.byIdsTree) && this.registry; // only such stores read includes along
    const above = toOne === undefined ? tree : { path: "", children: new Map([[toOne, tree]]) };
    const selected = selectionOf(entry, fields, above, withIncludes, asked);
    const ofRow = toOne === undefined ? selected : { ...selected, fields: new Set([toOne]), linkage: new Map() };
    const selection = { ...ofRow, ...(!asked && { shape: {} }) };
    const shape = { tree, selection, order, asked, isPrivate: isPrivateOrder(this.registry, spec.type, order) };
    const hasValues = order.some(({ by }) => by !== undefined);
    if (!hasValues && !asked) this.#kept.set(key, shape);
    return shape;
  }
}
