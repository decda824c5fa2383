import type { IncludeNode } from "../include-tree.js";
import { META } from "../../wire/notes/note.js";
import { ValueNotes } from "../notes/value-notes.js";
import { parameterError, RequestError } from "../errors/request-error.js";
import type { IncludedRow } from "./included-row.js";
import { IncludeCollector, type IncludePlan, mergeRows, planIncludes, type SuppliedRows } from "./included.js";
import { writeAnyValue } from "./any-value.js";
import { quote } from "../text/json-string.js";
import type { ResourceWriter, Selection } from "./resource-writer.js";
import type { RowObject } from "./row.js";
import { ValueMismatch } from "./row-error.js";

/** What a document is made of, besides its primary data. */
export interface DocumentParts {
  /** The URL of the document itself, in which nothing needs an escape; undefined where it has none. */
  readonly self?: string | undefined;
  /** The other top-level links, in the order in which they are written; undefined ones are left out. One may replace `self`. */
  readonly links: Readonly<Record<string, string | null | undefined>>;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly includeTree: IncludeNode | undefined;
  readonly included: SuppliedRows | undefined;
  /** Sparse fieldsets by type. */
  readonly fields: Readonly<Record<string, ReadonlySet<string>>>;
  /** Whether `meta` says what JSON cannot: which strings are dates, and the like. */
  readonly rich: boolean;
}

const HEAD = '{"jsonapi":{"version":"1.1"}';

/** What holds for every document of an operation. */
interface DocumentOptions {
  /** Whether the path tells another type than the primary data has. */
  readonly isRelated: boolean;
  /** Resources that an answer may include. */
  readonly mostIncluded: number;
}

/** Writes the documents of one operation. */
export class DocumentWriter {
  readonly #primary: ResourceWriter;
  readonly #reachable: ReadonlyMap<string, ResourceWriter>;

  readonly #options: DocumentOptions;
  /** A tree is kept for each text of `include`, and its plan with it. */
  readonly #plans = new WeakMap<IncludeNode, IncludePlan>();
  #usualNotes: string | undefined;
  #usualTail = "";

  /** @param reachable The writers of every type that the declared includes reach. */
  constructor(
    primary: ResourceWriter,
    reachable: ReadonlyMap<string, ResourceWriter>,
    options: DocumentOptions = { isRelated: false, mostIncluded: Number.POSITIVE_INFINITY },
  ) {
    this.#primary = primary;
    this.#reachable = reachable;
    this.#options = options;
  }

  /** A document whose primary data is a row, rows, or null. */
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
    return `${headOf(parts)}${primary}${included}${this.#tail(parts.meta, types, selections)}`;
  }

  /** A relationship document: linkage only (JSON:API 1.1, "Fetching Relationships"). */
  writeLinkage(linkage: string, parts: Pick<DocumentParts, "self" | "links" | "meta">): string {
    const own = this.#hiddenTypes(linkage);
    return `${headOf(parts)}${linkage}${metaMember(parts.meta, own)}}`;
  }

  /**
   * The types that the document is about and shows nothing of: an empty related list, an include that came back empty. A
   * client that keeps answers could not know by what they are made stale.
   */
  #hiddenTypes(primary: string, plan?: IncludePlan, selections?: Selections): string {
    const isEmpty = this.#options.isRelated && (primary === "null" || primary === "[]");
    const hidden = plan?.targets.filter((target) => !selections?.has(target)) ?? [];
    if (!isEmpty && hidden.length === 0) return "";
    const types = hidden.map(({ spec }) => spec.type);
    return `"types":${JSON.stringify([...new Set(isEmpty ? [this.#primary.spec.type, ...types] : types)])}`;
  }

  /** All that stands behind the data. Most answers of an operation have the same to say: what their schemas know. */
  #tail(meta: DocumentParts["meta"], types: string, selections: Selections): string {
    const isUsual = meta === undefined && types === "" && !selections.hasValues;
    if (isUsual && selections.schemaNotes === this.#usualNotes) return this.#usualTail;
    const rich = selections.notes();
    const own = rich === "" || types === "" ? rich + types : `${rich},${types}`;
    const tail = [metaMember(meta, own), "}"].join(""); // flat, unlike a sum
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
      if (seen.has(row.id)) continue; // a join that doubles rows: no resource stands in a document twice
      seen.add(row.id);
      text += selections.write(writer, row, text !== "");
    }
    return `[${text}]`;
  }

  /** The primary data of a compound document; what it includes is collected. */
  #compound(data: unknown, { follows }: IncludePlan, collector: IncludeCollector, selections: Selections): string {
    const rows = (Array.isArray(data) ? data : data === null ? [] : [data]) as readonly RowObject[];
    const entries: IncludedRow[] = [];
    for (const row of rows) {
      const entry = collector.primary(this.#primary, row);
      if (entry !== undefined) entries.push(entry);
    }
    for (const entry of entries) collector.ask(entry, follows);
    collector.check();
    if (collector.count > this.#options.mostIncluded)
      throw tooMany(collector.count, rows.length, this.#options.mostIncluded);
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

/** The estimate let it pass, and there was more than that. */
function tooMany(included: number, rows: number, most: number): RequestError {
  const fewer = Math.floor((rows * most) / included);
  const along = `include brings ${included} resources along with ${rows === 1 ? "one row" : `${rows} rows`}`;
  const advice = fewer < 1 || rows === 1 ? "Leave out paths." : `Leave out paths, or ask for a page of about ${fewer}.`;
  const detail = `${along}; at most ${most} are allowed. ${advice}`;
  return new RequestError([parameterError("invalid_parameter", "include", detail)]);
}

function writeAll(entries: readonly IncludedRow[], selections: Selections): string {
  let text = "";
  for (const entry of entries) text += selections.write(entry.writer, mergeRows(entry), text !== "");
  return text;
}

/** What one answer shows of each type: its fields, and what is to be said of their values. */
class Selections {
  readonly #fields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly #isRich: boolean;
  /** `"articles":{"created_at":["Date"]}`, as many as there are types. */
  #notes = "";
  /** Made where there is one: most documents have no open values. */
  #values: ValueNotes | undefined;
  // Rows of one type follow each other, so it is enough to keep the last: a map costs a small document more than it gives.
  #writer: ResourceWriter | undefined;
  #selection: Selection = NOTHING_SELECTED;
  /** The writer of the first type that is shown, and those of others. */
  #first: ResourceWriter | undefined;
  #shown: ResourceWriter[] | undefined;

  constructor({ fields, rich }: DocumentParts) {
    this.#fields = fields;
    this.#isRich = rich;
  }

  write(writer: ResourceWriter, row: RowObject, isNext = false): string {
    if (this.#writer !== writer) this.#select(writer);
    const selection = this.#selection;
    const text = writer.write(row, selection, isNext); // before its values are described: it names the field of one that does not fit
    if (selection.open.length > 0 && this.#isRich) {
      this.#values ??= new ValueNotes();
      writer.describe(row, selection, this.#values);
    }
    return text;
  }

  /** Whether the answer shows a resource of a type. */
  has(writer: ResourceWriter): boolean {
    return this.#first === writer || (this.#shown?.includes(writer) ?? false);
  }

  /** What schemas say of the values, as it stands in `meta.trestle.rich`. */
  get schemaNotes(): string {
    return this.#notes;
  }

  /** Whether there are values of which no schema says what they are. */
  get hasValues(): boolean {
    return this.#values !== undefined;
  }

  /** The members of `meta.trestle`; empty where JSON says everything. */
  notes(): string {
    const rich = this.#notes === "" ? "" : `"rich":{${this.#notes}}`;
    const values = this.#values?.member() ?? "";
    return rich === "" || values === "" ? rich + values : `${rich},${values}`;
  }

  #select(writer: ResourceWriter): void {
    const selection = writer.select(this.#fields[writer.spec.type]);
    this.#writer = writer;
    this.#selection = selection;
    if (this.has(writer)) return;
    if (this.#first === undefined) this.#first = writer;
    else if (this.#shown === undefined) this.#shown = [writer];
    else this.#shown.push(writer);
    if (selection.notes === undefined || !this.#isRich) return;
    this.#notes += this.#notes === "" ? selection.notes : `,${selection.notes}`;
  }
}

const NOTHING_SELECTED: Selection = { attributes: [], relationships: [], notes: undefined, open: [] };

/** Of an answer that has none but its own. */
export const NO_LINKS: DocumentParts["links"] = {};

/** All that stands before the primary data. */
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
  if (text?.startsWith("{") !== true) throw new TypeError("respond: meta is not an object in JSON.");
  // Its toJSON may give members that the object itself does not have.
  if ("toJSON" in meta) requireOwnNames(JSON.parse(text) as object);
  return text;
}

/** Most responses have a total and nothing else. Undefined for anything that is not an integer. */
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
  throw new TypeError(`respond: meta.${META} is Trestle's own. Give yours another name.`);
}
