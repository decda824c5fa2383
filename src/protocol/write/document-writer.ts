import type { IncludeNode } from "../query/include-tree.js";
import { Collector, type Entry, mergeRows, type SuppliedRows } from "./included.js";
import { writeOpen } from "./open-value.js";
import { quote } from "./quote.js";
import type { ResourceWriter, RowObject, Selection } from "./resource-writer.js";

/** What a document is made of, besides its primary data. */
export interface DocumentParts {
  /** Top-level links, in the order in which they are written; undefined ones are left out. */
  readonly links: Readonly<Record<string, string | null | undefined>>;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly includeTree: IncludeNode | undefined;
  readonly included: SuppliedRows | undefined;
  /** Sparse fieldsets by type. */
  readonly fields: Readonly<Record<string, ReadonlySet<string>>>;
}

const HEAD = '{"jsonapi":{"version":"1.1"}';

/** Writes the documents of one operation. */
export class DocumentWriter {
  readonly #primary: ResourceWriter;
  readonly #reachable: ReadonlyMap<string, ResourceWriter>;

  /** @param reachable The writers of every type that the declared includes reach. */
  constructor(primary: ResourceWriter, reachable: ReadonlyMap<string, ResourceWriter>) {
    this.#primary = primary;
    this.#reachable = reachable;
  }

  /** A document whose primary data is a row, rows, or null. */
  write(data: unknown, parts: DocumentParts): string {
    const selections = new Selections(parts.fields);
    const [primary, included] =
      parts.includeTree === undefined
        ? [this.#plain(data, selections), ""]
        : this.#compound(data, parts.includeTree, parts.included, selections);
    return `${HEAD}${linksMember(parts.links)},"data":${primary}${included}${metaMember(parts.meta)}}`;
  }

  /** A relationship document: linkage only (JSON:API 1.1, "Fetching Relationships"). */
  writeLinkage(linkage: string, parts: Pick<DocumentParts, "links" | "meta">): string {
    return `${HEAD}${linksMember(parts.links)},"data":${linkage}${metaMember(parts.meta)}}`;
  }

  #plain(data: unknown, selections: Selections): string {
    const writer = this.#primary;
    const selection = selections.of(writer);
    if (!Array.isArray(data)) return data === null ? "null" : writer.write(data as RowObject, selection);
    const seen = new Set<unknown>();
    let text = "";
    for (const row of data as readonly RowObject[]) {
      if (seen.has(row.id)) continue; // a join that doubles rows: no resource stands in a document twice
      seen.add(row.id);
      text += text === "" ? writer.write(row, selection) : `,${writer.write(row, selection)}`;
    }
    return `[${text}]`;
  }

  #compound(
    data: unknown,
    tree: IncludeNode,
    supplied: SuppliedRows | undefined,
    selections: Selections,
  ): [string, string] {
    const collector = new Collector(supplied, this.#reachable);
    const rows = (Array.isArray(data) ? data : data === null ? [] : [data]) as readonly RowObject[];
    const entries = rows.flatMap((row) => collector.primary(this.#primary, row) ?? []);
    for (const entry of entries) collector.ask(entry, tree);
    const included = collector.included();
    const primary = Array.isArray(data)
      ? `[${writeAll(entries, selections)}]`
      : data === null
        ? "null"
        : writeAll(entries, selections);
    return [primary, `,"included":[${writeAll(included, selections)}]`];
  }
}

function writeAll(entries: readonly Entry[], selections: Selections): string {
  let text = "";
  for (const entry of entries) {
    const written = entry.writer.write(mergeRows(entry), selections.of(entry.writer));
    text += text === "" ? written : `,${written}`;
  }
  return text;
}

/** The fields of each type that one answer shows, selected once. */
class Selections {
  readonly #fields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly #selected = new Map<ResourceWriter, Selection>();

  constructor(fields: Readonly<Record<string, ReadonlySet<string>>>) {
    this.#fields = fields;
  }

  of(writer: ResourceWriter): Selection {
    let selection = this.#selected.get(writer);
    if (selection === undefined) {
      selection = writer.select(this.#fields[writer.spec.type]);
      this.#selected.set(writer, selection);
    }
    return selection;
  }
}

function linksMember(links: DocumentParts["links"]): string {
  let text = "";
  for (const [name, link] of Object.entries(links)) {
    if (link === undefined) continue;
    text += `${text === "" ? "" : ","}${quote(name)}:${link === null ? "null" : quote(link)}`;
  }
  return text === "" ? "" : `,"links":{${text}}`;
}

function metaMember(meta: DocumentParts["meta"]): string {
  return meta === undefined ? "" : `,"meta":${writeOpen(meta) ?? "{}"}`;
}
