import type { IncludeNode } from "../../wire/include-path.js";
import { madeOnce } from "../../schema/made-once.js";
import { memberOf } from "../../schema/own-members.js";
import { META } from "../../wire/notes/note.js";
import { ValueNotes } from "../notes/value-notes.js";
import { parameterError, RequestError } from "../errors/request-error.js";
import { quote } from "../text/json-text.js";
import { writeAnyValue } from "./any-value.js";
import {
  IncludeCollector,
  type IncludedRow,
  type IncludePlan,
  mergeRows,
  planIncludes,
  type SuppliedRows,
} from "./includes.js";
import type { RowObject } from "./linkage-writer.js";
import type { ResourceWriter, SelectedFields } from "./resource-writer.js";
import { describeValue, ValueMismatch } from "./row-error.js";
import { type Follows, FlatRows } from "./flat-rows.js";

/** The parts of a document apart from its primary data. */
export interface DocumentParts {
  /** The URL of the document itself, which needs no escapes in JSON. Undefined if the API does not serve one. */
  readonly self?: string | undefined;
  /** The other top-level links, in order. Undefined links are omitted. `self` here replaces the URL above. */
  readonly links: Readonly<Record<string, string | null | undefined>>;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly includeTree: IncludeNode | undefined;
  readonly included: SuppliedRows | undefined;
  /** Sparse fieldsets by type. */
  readonly fields: Readonly<Record<string, ReadonlySet<string>>>;
  /** Whether `meta` contains type notes, which say which strings are dates, for example. */
  readonly rich: boolean;
  /** Whether the document is a result among others, which has no top-level links. */
  readonly isResult?: boolean | undefined;
}

/** The parts of plain JSON apart from its rows. */
export interface PlainParts extends Pick<DocumentParts, "links" | "meta" | "includeTree" | "included" | "fields"> {
  readonly total: number | undefined;
}

const HEAD = '{"jsonapi":{"version":"1.1"}';
const RESULT_HEAD = '{"data":';

/** Options for every document of an operation. */
interface DocumentOptions {
  /** Whether the type in the path differs from the type of the primary data. */
  readonly isRelated: boolean;
  /** The maximum number of included resources. */
  readonly maxIncluded: number;
  /** The maximum number of included rows in plain JSON, which repeats them. A write has one. Default: as above. */
  readonly maxRows?: number;
  /** The writers of a related resource that is of one of several types. */
  readonly several?: readonly ResourceWriter[] | undefined;
}

/** Writes the documents of one operation. */
export class DocumentWriter {
  readonly #primary: ResourceWriter;
  /** By type, the writers of a related resource of several types. Without one, undefined. */
  readonly #ofTypes: ReadonlyMap<unknown, DocumentWriter> | undefined;
  readonly #reachable: ReadonlyMap<string, ResourceWriter>;

  readonly #options: DocumentOptions;
  /** The plans by include tree. Requests with the same `include` share a tree. */
  readonly #plans = new WeakMap<IncludeNode, IncludePlan>();

  /** @param reachable The writers of all types in the declared includes. */
  constructor(
    primary: ResourceWriter,
    reachable: ReadonlyMap<string, ResourceWriter>,
    options: DocumentOptions = { isRelated: false, maxIncluded: Number.POSITIVE_INFINITY },
  ) {
    this.#primary = primary;
    const { several, ...others } = options;
    this.#ofTypes =
      several && new Map(several.map((each) => [each.spec.type, new DocumentWriter(each, reachable, others)]));
    this.#reachable = reachable;
    this.#options = options;
  }

  /** Writes a document whose primary data is a row, a list of rows, or null. */
  write(data: unknown, parts: DocumentParts): string {
    if (this.#ofTypes !== undefined && data !== null) return this.#writerOf(data).write(data, parts);
    const selections = new Selections(parts);
    const { includeTree } = parts;
    let plan = includeTree && this.#plans.get(includeTree);
    if (includeTree !== undefined && plan === undefined) {
      plan = planIncludes(this.#primary, includeTree);
      this.#plans.set(includeTree, plan);
    }
    const primary = plan === undefined ? this.#plain(data, selections) : this.#compound(data, plan, parts, selections);
    const isEmpty = data === null || (Array.isArray(data) && data.length === 0);
    const mayHide = isEmpty || plan !== undefined;
    const hidden = mayHide ? this.#hiddenTypes(isEmpty, plan?.targets ?? [], selections.shown) : "";
    const meta = metaMember(parts.meta, selections.notes(hidden));
    return `${parts.isResult ? RESULT_HEAD : headOf(parts)}${primary}${meta}}`;
  }

  /** Writes the same data as plain JSON: a row, a list with its page, or null. */
  writePlain(data: unknown, parts: PlainParts, withType = false): string {
    if (this.#ofTypes !== undefined && data !== null) return this.#writerOf(data).writePlain(data, parts, true);
    if (data === null) return "null";
    const { includeTree, included, fields } = parts;
    const plan = includeTree && madeOnce(this.#plans, includeTree, () => planIncludes(this.#primary, includeTree));
    const follows: Follows = plan?.follows ?? [];
    const collector = new IncludeCollector(included, this.#reachable, fields);
    const rows = (Array.isArray(data) ? data : [data]) as readonly RowObject[];
    const unique = new Map<unknown, RowObject>(); // as in a document without includes, the first of repeated rows counts
    for (const row of rows) madeOnce(unique, row.id, () => row);
    const primary = collector.collect(this.#primary, plan === undefined ? [...unique.values()] : rows, follows);
    collector.included(); // throws if a row is missing
    const text = new FlatRows(collector, fields, this.#options).write(primary, follows, withType);
    return Array.isArray(data) ? plainList(text, parts) : text;
  }

  /** Writes a relationship document, which has only linkage (JSON:API 1.1, "Fetching Relationships"). */
  writeLinkage(linkage: string, parts: Pick<DocumentParts, "self" | "links" | "meta">): string {
    const hiddenTypes = this.#hiddenTypes(linkage === "null" || linkage === "[]", [], []);
    return `${headOf(parts)}${linkage}${metaMember(parts.meta, hiddenTypes)}}`;
  }

  /**
   * The types that the document contains no resources of, although the request included them or the list is empty. Clients
   * need them to know which changes make a cached response stale.
   */
  #hiddenTypes(isEmpty: boolean, targets: IncludePlan["targets"], shown: readonly ResourceWriter[]): string {
    const hidden = isEmpty && this.#options.isRelated ? [...(this.#options.several ?? [this.#primary])] : [];
    for (const target of targets) if (!shown.includes(target) && !hidden.includes(target)) hidden.push(target);
    return hidden.length === 0 ? "" : `"types":${JSON.stringify(hidden.map(({ spec }) => spec.type))}`;
  }

  /** The writer of a row of one of several types. */
  #writerOf(row: unknown): DocumentWriter {
    const type = memberOf(row as RowObject, "type");
    const writer = this.#ofTypes?.get(type);
    if (writer !== undefined) return writer;
    const types = [...(this.#ofTypes?.keys() ?? [])].join('" or "');
    throw new TypeError(`getRelated: the row must have the type "${types}"; received ${describeValue(type)}.`);
  }

  #plain(data: unknown, selections: Selections): string {
    const writer = this.#primary;
    if (data === null) return "null";
    if (!Array.isArray(data)) return selections.write(writer, data as RowObject);
    const seen = new Set<unknown>();
    let text = "";
    for (const row of data as readonly RowObject[]) {
      if (seen.has(row.id)) continue; // a JOIN may repeat rows, but a document contains each resource once
      seen.add(row.id);
      text += (text === "" ? "[" : ",") + selections.write(writer, row);
    }
    return text === "" ? "[]" : `${text}]`;
  }

  /** Writes the primary data of a compound document, and the included resources. */
  #compound(data: unknown, { follows }: IncludePlan, parts: DocumentParts, selections: Selections): string {
    const rows = (Array.isArray(data) ? data : data === null ? [] : [data]) as readonly RowObject[];
    const collector = new IncludeCollector(parts.included, this.#reachable, parts.fields);
    const primary = collector.collect(this.#primary, rows, follows);
    const included = collector.included();
    const { maxIncluded } = this.#options;
    if (included.length > maxIncluded) throw tooMany(included.length, rows.length, maxIncluded);
    const list = selections.writeAll(primary);
    const text = Array.isArray(data) ? `[${list}]` : data === null ? "null" : list;
    return `${text},"included":[${selections.writeAll(included)}]`;
  }
}

/** The error for more included resources than the limit allows. */
function tooMany(included: number, rows: number, max: number): RequestError {
  const fewer = Math.floor((rows * max) / included);
  const count = `include adds ${included} resources to ${rows === 1 ? "one row" : `${rows} rows`}`;
  const advice = fewer < 1 || rows === 1 ? "Remove paths." : `Remove paths, or request a page of about ${fewer}.`;
  const detail = `${count}, but at most ${max} are allowed. ${advice}`;
  return new RequestError([parameterError("invalid_parameter", "include", detail)]);
}

/** The fields that one document contains of each type, and their type notes. */
class Selections {
  readonly #fields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly #isRich: boolean;
  /** `"articles":{"created_at":["Date"]}` for each type. */
  #notes = "";
  /** `"articles":"version"` for each type with versions. */
  #versions = "";
  /** `"pins":{"subject":["articles","videos"]}` for each type with relationships to several types. */
  #targets = "";
  /** Created for the first value that needs its own note. */
  #values: ValueNotes | undefined;
  // The last writer is enough as a cache, because rows of one type follow each other.
  #writer: ResourceWriter | undefined;
  #selection: SelectedFields = NOTHING_SELECTED;
  /** The writers of the types in the document. */
  readonly shown: ResourceWriter[] = [];

  constructor({ fields, rich }: DocumentParts) {
    this.#fields = fields;
    this.#isRich = rich;
  }

  write(writer: ResourceWriter, row: RowObject): string {
    if (this.#writer !== writer) this.#select(writer);
    const selection = this.#selection;
    const text = writer.write(row, selection); // before `describe`, because its errors include the field
    if (selection.open.length > 0 && this.#isRich) {
      this.#values ??= new ValueNotes();
      writer.describe(row, selection, this.#values);
    }
    return text;
  }

  writeAll(entries: readonly IncludedRow[]): string {
    let text = "";
    for (const entry of entries) {
      const [row] = entry.rows;
      const written = this.write(entry.writer, row !== undefined && entry.rows.length === 1 ? row : mergeRows(entry));
      text += text === "" ? written : `,${written}`;
    }
    return text;
  }

  /** The members of `meta.trestle`. Empty if all values are plain JSON, and no type has versions. @param last The last of them. */
  notes(last: string): string {
    let text = this.#notes === "" ? "" : `"rich":{${this.#notes}}`;
    if (this.#values !== undefined) text = listed(text, this.#values.member());
    if (this.#versions !== "") text = listed(text, `"versions":{${this.#versions}}`);
    if (this.#targets !== "") text = listed(text, `"targets":{${this.#targets}}`);
    return last === "" ? text : listed(text, last);
  }

  #select(writer: ResourceWriter): void {
    const selection = writer.select(this.#fields[writer.spec.type]);
    this.#writer = writer;
    this.#selection = selection;
    if (this.shown.includes(writer)) return;
    this.shown.push(writer);
    const { type, version } = writer.spec;
    if (version !== undefined) this.#versions = listed(this.#versions, `${quote(type)}:${quote(version.field)}`);
    if (selection.targets !== undefined) this.#targets = listed(this.#targets, selection.targets);
    if (selection.notes !== undefined && this.#isRich) this.#notes = listed(this.#notes, selection.notes);
  }
}

/** Writes a list and what leads to its other pages. @param items The text of its items, with commas between them. */
export function plainList(items: string, { links, total, meta }: Pick<PlainParts, "links" | "total" | "meta">): string {
  let text = `{"data":[${items}]`;
  for (const name of ["next", "prev"]) {
    const link = links[name];
    if (link) text += `,"${name}":${JSON.stringify(link)}`; // also leaves out null, which cursor pages say at their ends
  }
  if (total !== undefined) text += `,"total":${JSON.stringify(total)}`;
  return `${text}${metaMember(meta, "")}}`;
}

/** Two texts with a comma between them, unless one is empty. */
function listed(one: string, other: string): string {
  return one === "" || other === "" ? one + other : `${one},${other}`;
}

const NOTHING_SELECTED: SelectedFields = {
  attributes: [],
  relationships: [],
  notes: undefined,
  targets: undefined,
  open: [],
};

/** The links of a response that has only `self`. */
export const NO_LINKS: DocumentParts["links"] = {};

/** The text before the primary data. */
function headOf({ self, links }: Pick<DocumentParts, "self" | "links">): string {
  let text = self === undefined ? "" : `"self":${links.self === undefined ? `"${self}"` : JSON.stringify(links.self)}`;
  for (const name in links) {
    const link = links[name];
    if (link === undefined || (name === "self" && self !== undefined)) continue;
    text += `${text === "" ? "" : ","}${quote(name)}:${link === null ? "null" : quote(link)}`;
  }
  return text === "" ? `${HEAD},"data":` : `${HEAD},"links":{${text}},"data":`;
}

/** @param members The members of `meta.trestle`. */
function metaMember(meta: DocumentParts["meta"], members: string): string {
  if (meta === undefined) return members === "" ? "" : `,"meta":{"${META}":{${members}}}`;
  const text = writeMeta(meta);
  // toJSON may return other members than those of the object itself.
  if (Object.hasOwn("toJSON" in meta ? (JSON.parse(text) as object) : meta, META))
    throw new TypeError(`respond: meta.${META} is reserved. Use another name.`);
  if (members === "") return `,"meta":${text}`;
  return `,"meta":{${text === "{}" ? "" : `${text.slice(1, -1)},`}"${META}":{${members}}}`;
}

/** A fast path for the common meta with integers only, such as a total. Undefined for other values. */
function writeIntegers(meta: Readonly<Record<string, unknown>>): string | undefined {
  let text = "";
  for (const name in meta) {
    const value = meta[name];
    if (!Number.isSafeInteger(value) || !Object.hasOwn(meta, name)) return undefined;
    text += `${text === "" ? "" : ","}${quote(name)}:${value}`;
  }
  return `{${text}}`;
}

function writeMeta(meta: Readonly<Record<string, unknown>>): string {
  let text: string | undefined;
  try {
    text = writeIntegers(meta) ?? writeAnyValue(meta);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`respond: meta ${cause instanceof ValueMismatch ? reason : `cannot be read: ${reason}`}.`, {
      cause,
    });
  }
  if (text?.startsWith("{") !== true) throw new TypeError("respond: meta must be an object in JSON.");
  return text;
}
