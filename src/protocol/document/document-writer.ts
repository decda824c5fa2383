import type { IncludeNode } from "../../wire/include-tree.js";
import { META } from "../../wire/notes/note.js";
import { ValueNotes } from "../notes/value-notes.js";
import { parameterError, RequestError } from "../errors/request-error.js";
import type { IncludedRow } from "./included-row.js";
import { IncludeCollector, type IncludePlan, mergeRows, planIncludes, type SuppliedRows } from "./included.js";
import { writeAnyValue } from "./any-value.js";
import { quote } from "../text/json-string.js";
import type { ResourceWriter, SelectedFields } from "./resource-writer.js";
import type { RowObject } from "./row.js";
import { ValueMismatch } from "./row-error.js";

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

const HEAD = '{"jsonapi":{"version":"1.1"}';
const RESULT_HEAD = '{"data":';

/** Options for every document of an operation. */
interface DocumentOptions {
  /** Whether the type in the path differs from the type of the primary data. */
  readonly isRelated: boolean;
  /** The maximum number of included resources. */
  readonly maxIncluded: number;
}

/** Writes the documents of one operation. */
export class DocumentWriter {
  readonly #primary: ResourceWriter;
  readonly #reachable: ReadonlyMap<string, ResourceWriter>;

  readonly #options: DocumentOptions;
  /** The plans by include tree. Requests with the same `include` share a tree. */
  readonly #plans = new WeakMap<IncludeNode, IncludePlan>();
  #usualNotes: string | undefined;
  #usualTail = "";

  /** @param reachable The writers of all types in the declared includes. */
  constructor(
    primary: ResourceWriter,
    reachable: ReadonlyMap<string, ResourceWriter>,
    options: DocumentOptions = { isRelated: false, maxIncluded: Number.POSITIVE_INFINITY },
  ) {
    this.#primary = primary;
    this.#reachable = reachable;
    this.#options = options;
  }

  /** Writes a document whose primary data is a row, a list of rows, or null. */
  write(data: unknown, parts: DocumentParts): string {
    const { includeTree } = parts;
    const selections = new Selections(parts);
    const plan = includeTree === undefined ? undefined : this.#planOf(includeTree);
    let included = "";
    let primary: string;
    if (plan === undefined) primary = this.#plain(data, selections);
    else {
      const collector = new IncludeCollector(parts.included, this.#reachable);
      primary = this.#compound(data, plan, collector, selections);
      included = `,"included":[${writeAll(collector.included(), selections)}]`;
    }
    const types = this.#hiddenTypes(primary, plan, selections);
    const head = parts.isResult ? RESULT_HEAD : headOf(parts);
    return `${head}${primary}${included}${this.#tail(parts.meta, types, selections)}`;
  }

  /** Writes a relationship document, which has only linkage (JSON:API 1.1, "Fetching Relationships"). */
  writeLinkage(linkage: string, parts: Pick<DocumentParts, "self" | "links" | "meta">): string {
    const own = this.#hiddenTypes(linkage);
    return `${headOf(parts)}${linkage}${metaMember(parts.meta, own)}}`;
  }

  /**
   * The types that the document contains no resources of, although the request included them or the list is empty. Clients
   * need them to know which changes make a cached response stale.
   */
  #hiddenTypes(primary: string, plan?: IncludePlan, selections?: Selections): string {
    const isEmpty = this.#options.isRelated && (primary === "null" || primary === "[]");
    const hidden = plan?.targets.filter((target) => !selections?.has(target)) ?? [];
    if (!isEmpty && hidden.length === 0) return "";
    const types = hidden.map(({ spec }) => spec.type);
    return `"types":${JSON.stringify([...new Set(isEmpty ? [this.#primary.spec.type, ...types] : types)])}`;
  }

  /** The text after the data. Most responses of an operation share it, so the last common one is cached. */
  #tail(meta: DocumentParts["meta"], types: string, selections: Selections): string {
    const isUsual = meta === undefined && types === "" && !selections.hasValues;
    if (isUsual && selections.schemaNotes === this.#usualNotes) return this.#usualTail;
    const own = listed(selections.notes(), types);
    const tail = [metaMember(meta, own), "}"].join(""); // `join` makes a flat string, unlike `+`
    if (isUsual) {
      this.#usualNotes = selections.schemaNotes;
      this.#usualTail = tail;
    }
    return tail;
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
      text += selections.write(writer, row, text !== "");
    }
    return `[${text}]`;
  }

  /** Writes the primary data of a compound document, and collects the included resources. */
  #compound(data: unknown, { follows }: IncludePlan, collector: IncludeCollector, selections: Selections): string {
    const rows = (Array.isArray(data) ? data : data === null ? [] : [data]) as readonly RowObject[];
    const entries: IncludedRow[] = [];
    for (const row of rows) {
      const entry = collector.primary(this.#primary, row);
      if (entry !== undefined) entries.push(entry);
    }
    for (const entry of entries) collector.followFrom(entry, follows);
    collector.check();
    if (collector.count > this.#options.maxIncluded)
      throw tooMany(collector.count, rows.length, this.#options.maxIncluded);
    const text = writeAll(entries, selections);
    if (Array.isArray(data)) return `[${text}]`;
    return data === null ? "null" : text;
  }

  #planOf(tree: IncludeNode): IncludePlan {
    let plan = this.#plans.get(tree);
    if (plan === undefined) {
      plan = planIncludes(this.#primary, tree);
      this.#plans.set(tree, plan);
    }
    return plan;
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

function writeAll(entries: readonly IncludedRow[], selections: Selections): string {
  let text = "";
  for (const entry of entries) text += selections.write(entry.writer, mergeRows(entry), text !== "");
  return text;
}

/** The fields that one document contains of each type, and their type notes. */
class Selections {
  readonly #fields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly #isRich: boolean;
  /** `"articles":{"created_at":["Date"]}` for each type. */
  #notes = "";
  /** `"articles":"version"` for each type with versions. */
  #versions = "";
  /** Created for the first value that needs its own note. */
  #values: ValueNotes | undefined;
  // The last writer is enough as a cache, because rows of one type follow each other.
  #writer: ResourceWriter | undefined;
  #selection: SelectedFields = NOTHING_SELECTED;
  /** The writer of the first type in the document, and those of other types. */
  #first: ResourceWriter | undefined;
  #shown: ResourceWriter[] | undefined;

  constructor({ fields, rich }: DocumentParts) {
    this.#fields = fields;
    this.#isRich = rich;
  }

  write(writer: ResourceWriter, row: RowObject, isNext = false): string {
    if (this.#writer !== writer) this.#select(writer);
    const selection = this.#selection;
    const text = writer.write(row, selection, isNext); // before `describe`, because its errors include the field
    if (selection.open.length > 0 && this.#isRich) {
      this.#values ??= new ValueNotes();
      writer.describe(row, selection, this.#values);
    }
    return text;
  }

  /** Whether the document contains a resource of a type. */
  has(writer: ResourceWriter): boolean {
    return this.#first === writer || (this.#shown?.includes(writer) ?? false);
  }

  /** The notes from declarations: the members of `meta.trestle.rich` and of `meta.trestle.versions`. */
  get schemaNotes(): string {
    return this.#versions === "" ? this.#notes : `${this.#notes};${this.#versions}`;
  }

  /** Whether values have their own notes, because their schema leaves the type open. */
  get hasValues(): boolean {
    return this.#values !== undefined;
  }

  /** The members of `meta.trestle` that describe resources. Empty if all values are plain JSON, and no type has versions. */
  notes(): string {
    const rich = this.#notes === "" ? "" : `"rich":{${this.#notes}}`;
    const versions = this.#versions === "" ? "" : `"versions":{${this.#versions}}`;
    return listed(listed(rich, this.#values?.member() ?? ""), versions);
  }

  #select(writer: ResourceWriter): void {
    const selection = writer.select(this.#fields[writer.spec.type]);
    this.#writer = writer;
    this.#selection = selection;
    if (this.has(writer)) return;
    if (this.#first === undefined) this.#first = writer;
    else if (this.#shown === undefined) this.#shown = [writer];
    else this.#shown.push(writer);
    const { type, version } = writer.spec;
    if (version !== undefined) {
      this.#versions += `${this.#versions === "" ? "" : ","}${quote(type)}:${quote(version.field)}`;
    }
    if (selection.notes === undefined || !this.#isRich) return;
    this.#notes += this.#notes === "" ? selection.notes : `,${selection.notes}`;
  }
}

/** Two texts with a comma between them, unless one is empty. */
function listed(one: string, other: string): string {
  return one === "" || other === "" ? one + other : `${one},${other}`;
}

const NOTHING_SELECTED: SelectedFields = { attributes: [], relationships: [], notes: undefined, open: [] };

/** The links of a response that has only `self`. */
export const NO_LINKS: DocumentParts["links"] = {};

/** The text before the primary data. */
function headOf({ self, links }: Pick<DocumentParts, "self" | "links">): string {
  if (links === NO_LINKS && self !== undefined) return `${HEAD_AND_OWN}${self}"},"data":`;
  let text = HEAD;
  if (self !== undefined) {
    text = links.self === undefined ? `${HEAD_AND_OWN}${self}"` : HEAD_AND_SELF + linkText(links.self);
  }
  for (const name in links) {
    const link = links[name];
    if (link === undefined || (name === "self" && self !== undefined)) continue;
    text += text === HEAD ? `,"links":{${quote(name)}:` : (LINK_KEYS.get(name) ?? `,${quote(name)}:`);
    text += linkText(link);
  }
  return text === HEAD ? `${text},"data":` : `${text}},"data":`;
}

function linkText(link: string | null): string {
  return link === null ? "null" : quote(link);
}

const HEAD_AND_SELF = `${HEAD},"links":{"self":`;
const HEAD_AND_OWN = `${HEAD_AND_SELF}"`;
const LINK_KEYS = new Map(["related", "first", "prev", "next", "last"].map((name) => [name, `,"${name}":`]));

/** @param own The members of `meta.trestle`. */
function metaMember(meta: DocumentParts["meta"], own = ""): string {
  if (meta === undefined) return own === "" ? "" : `,"meta":{"${META}":{${own}}}`;
  requireOwnNames(meta);
  const text = writeMeta(meta);
  if (own === "") return `,"meta":${text}`;
  return `,"meta":{${text === "{}" ? "" : `${text.slice(1, -1)},`}"${META}":{${own}}}`;
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
  // toJSON may return members that the object itself does not have.
  if ("toJSON" in meta) requireOwnNames(JSON.parse(text) as object);
  return text;
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

function requireOwnNames(meta: object): void {
  if (!Object.hasOwn(meta, META)) return;
  throw new TypeError(`respond: meta.${META} is reserved. Use another name.`);
}
