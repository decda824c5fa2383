import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchorOf } from "../anchors.js";
import { referencePaths, ROOT } from "../pages.js";
import { type Declaration, type Entry, readEntries, type Tag } from "./declarations.js";
import { brokenAtBrackets } from "./signature.js";

// The reference: one page for each entry point, with what its exports say in their TSDoc. Functions come first, then errors and
// other values, and then the types that users write or read.

export interface ReferencePage {
  readonly title: string;
  /** The page's path, as `reference/client.md`. */
  readonly path: string;
  readonly markdown: string;
}

/** What each entry point is for, and its guide. */
const purposes: Readonly<Record<string, readonly [purpose: string, guide: string]>> = {
  trestle: ["declare resources, operations and errors", "define"],
  "trestle/fastify": ["serve an API on Fastify", "adapters"],
  "trestle/fetch": ["serve an API on Hono, Next, Bun, Deno and workers", "adapters"],
  "trestle/openapi": ["write the OpenAPI description, and serve its page", "openapi"],
  "trestle/client": ["call an API with its types", "client"],
  "trestle/query": ["use the client with TanStack Query", "query"],
  "trestle/source": ["write filters over several fields, sources and stores of your own", "stores"],
  "trestle/memory": ["keep rows in memory, for a first start and for tests", "getting-started"],
  "trestle/drizzle": ["serve tables of Postgres and SQLite", "database"],
  "trestle/live": ["notify clients of changes", "live"],
  "trestle/postgres": ["keep keys of repeated writes in Postgres, and send notices to several instances", "scaling"],
  "trestle/redis": ["keep keys of repeated writes in Redis, and send notices to several instances", "scaling"],
};

/** @throws {Error} If an exported value has no text, or an entry point no purpose. */
export function referencePages(entries: readonly Entry[] = readEntries()): ReferencePage[] {
  const silent = entries.flatMap(({ name, exports }) =>
    exports.filter(({ isValue, text }) => isValue && text === "").map((value) => `${value.name} of ${name}`),
  );
  if (silent.length > 0) throw new Error(`TSDoc is missing on ${silent.join(", ")}.`);
  const pages = entries.map((entry) => ({
    title: entry.name,
    path: pathOf(entry.name),
    markdown: new Page(entry, entries).markdown(),
  }));
  return [{ title: "Entry points", path: "reference/index.md", markdown: entryPoints(entries) }, ...pages];
}

function entryPoints(entries: readonly Entry[]): string {
  const rows = entries.map(({ name }) => {
    const [purpose, guide] = purposeOf(name);
    return `| [\`${name}\`](/${pathOf(name).replace(/\.md$/, "")}) | ${purpose} | [${titleOf(guide)}](/docs/${guide}) |`;
  });
  return `# Reference

Trestle is one package with several entry points. Each page lists what you can import from it.

| import from | to | guide |
|---|---|---|
${rows.join("\n")}

Each code that a response can have in \`errors\` has a page, too: see [Error codes](/errors/).
`;
}

/** The heading of a guide. */
function titleOf(guide: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(ROOT, `docs/${guide}.md`), "utf8")) ?? [];
  if (title === undefined) throw new Error(`docs/${guide}.md has no heading.`);
  return title;
}

function purposeOf(name: string): readonly [purpose: string, guide: string] {
  const found = purposes[name];
  if (!found) throw new Error(`reference.ts does not say what ${name} is for.`);
  return found;
}

const pathOf = (name: string): string => referencePaths.get(name) ?? "";

const isShown = ({ isValue, text, members }: Declaration): boolean => isValue || (text !== "" && members.length > 0);

const GROUPS = ["Functions", "Errors", "Values", "Types"] as const;

function groupOf({ isValue, isError, signatures }: Declaration): string {
  if (!isValue) return "Types";
  if (isError) return "Errors";
  return signatures.length > 0 ? "Functions" : "Values";
}

/** Their signatures are long, and newcomers see them first. */
const EXAMPLE_FIRST: readonly string[] = ["trestle", "Trestle", "createClient"];

/** A row has no place for a longer type. */
const LONGEST_IN_A_ROW = 160;

/** A member with rules of its own or with a long type gets a part of the page, and the others get a row of the table. */
const hasParts = (member: Declaration): boolean => member.tags.length > 0 || typeOf(member).length > LONGEST_IN_A_ROW;

/** The parameters and the result of what can be called, and the type of anything else. */
const typeOf = ({ name, signatures: [signature], type = "" }: Declaration): string =>
  signature?.slice(name.length) ?? type;

class Page {
  readonly #entry: Entry;
  readonly #entries: readonly Entry[];

  constructor(entry: Entry, entries: readonly Entry[]) {
    this.#entry = entry;
    this.#entries = entries;
  }

  markdown(): string {
    const [purpose, guide] = purposeOf(this.#entry.name);
    const shown = this.#entry.exports.filter(isShown);
    const groups = GROUPS.map((group) => [group, shown.filter((each) => groupOf(each) === group)] as const).filter(
      ([, members]) => members.length > 0,
    );
    return [
      `# ${this.#entry.name}`,
      `Everything that you can import from \`${this.#entry.name}\`, to ${purpose}: see [the guide](/docs/${guide}). Your editor shows the same descriptions.`,
      this.#list(groups),
      ...groups.flatMap(([group, members]) => [`## ${group}`, ...members.map((each) => this.#export(each))]),
      this.#others(this.#entry.exports.filter((declaration) => !isShown(declaration))),
    ]
      .filter((part) => part !== "")
      .join("\n\n")
      .concat("\n");
  }

  /** All names at the top, so that a reader sees what there is. */
  #list(groups: readonly (readonly [group: string, members: readonly Declaration[]])[]): string {
    const seen = new Map([this.#entry.name, ...groups.map(([group]) => group)].map((title) => [anchorOf(title), 1]));
    const link = (title: string): string => {
      const slug = anchorOf(title);
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return `[\`${title}\`](#${times === 0 ? slug : `${slug}-${times}`})`; // as VitePress counts them
    };
    return groups
      .map(([group, members]) => `- ${group}: ${members.map(({ name }) => link(name)).join(", ")}`)
      .join("\n");
  }

  #export(declaration: Declaration): string {
    const rows = declaration.members.filter((member) => !hasParts(member));
    const parts = declaration.members.filter(hasParts);
    return [
      `### ${declaration.name}`,
      this.#described(declaration),
      this.#table("member", rows),
      ...parts.map((part) => `#### ${declaration.name}.${part.name}\n\n${this.#described(part)}`),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  }

  #described({ name, text, signatures, type, tags }: Declaration): string {
    const written = signatures.length === 0 && type !== undefined ? [`${name}: ${type}`] : signatures;
    const list = tags
      .filter((tag) => tag.name === "param" || tag.name === "typeParam")
      .map((tag) => `- ${this.#named(tag)}`);
    const [first = "", ...others] = text.split("\n\n");
    const [example] = EXAMPLE_FIRST.includes(name) ? tags.filter((tag) => tag.name === "example") : [];
    return [
      this.#linked(first),
      ...(example ? this.#tag(example) : []),
      written.length === 0 ? "" : `\`\`\`ts\n${written.map((each) => brokenAtBrackets(each)).join("\n")}\n\`\`\``,
      this.#linked(others.join("\n\n")),
      list.join("\n"),
      ...tags.filter((tag) => tag !== example).flatMap((tag) => this.#tag(tag)),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  }

  #named({ text }: Tag): string {
    const [, name = "", rest = ""] = /^(\S+)\s*-?\s*([\s\S]*)$/.exec(text) ?? [];
    return `\`${name}\`: ${this.#linked(oneLine(rest))}`;
  }

  #tag({ name, text }: Tag): string[] {
    if (name === "example") return [text.startsWith("```") ? text : `\`\`\`ts\n${text}\n\`\`\``];
    if (name === "returns") return [`**Returns** ${this.#linked(oneLine(text))}`];
    if (name === "throws") {
      const [, error, rest = ""] = /^\{?([A-Za-z]\w*)\}?\s*([\s\S]*)$/.exec(text) ?? [];
      return [`**Throws** \`${error}\`${rest === "" ? "." : `: ${this.#linked(oneLine(rest))}`}`];
    }
    return [];
  }

  #table(head: string, rows: readonly Declaration[]): string {
    if (rows.length === 0) return "";
    const heads = [head, "type", "what it is"];
    return [heads, heads.map(() => "---"), ...rows.map((row) => this.#cells(row))]
      .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
      .join("\n");
  }

  #cells(declaration: Declaration): string[] {
    const [paragraph = ""] = declaration.text.split("\n\n");
    const type = typeOf(declaration);
    return [
      code(`${declaration.name}${declaration.isOptional ? "?" : ""}`),
      type.length > LONGEST_IN_A_ROW ? "" : code(type),
      this.#linked(oneLine(paragraph)),
    ];
  }

  /** Types with one sentence, which users meet in hovers and messages. */
  #others(types: readonly Declaration[]): string {
    const rows = types.filter(({ text }) => text !== "");
    return rows.length === 0 ? "" : `## Other types\n\n${this.#table("name", rows)}`;
  }

  /** `{@link Name}` leads to the part of that name: on this page, or on the first page that has it. */
  #linked(text: string): string {
    return escaped(text).replace(/\{@link\s+([\w.]+)\s*\}/g, (_, name: string) => {
      const isHere = ({ exports }: Entry) => exports.some((each) => each.name === name && isShown(each));
      const entry = isHere(this.#entry) ? this.#entry : this.#entries.find(isHere);
      const code = `\`${name}\``;
      return entry ? `[${code}](/${pathOf(entry.name).replace(/\.md$/, "")}#${name.toLowerCase()})` : code;
    });
  }
}

/** Template literal types have backticks of their own. */
const code = (text: string): string => {
  if (text === "") return "";
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Vue would read `<T>` as an element and `{{` as a program, so they are escaped outside of code. */
const escaped = (text: string): string =>
  text
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "{ {")))
    .join("");
