import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolved } from "./links.js";
import { ROOT, sourceOf } from "./pages.js";
import { generatedMarkdown } from "./reference/generated.js";
import { groups } from "./sidebar.js";

// Pages for programs that read Markdown: each guide as `.md` next to its page, a list in llms.txt, and all guides in llms-full.txt.

const EVIDENCE = "Evidence";

interface MarkdownPage {
  readonly group: string;
  readonly title: string;
  readonly path: string;
  readonly markdown: string;
}

export function writeMarkdownPages(outDir: string, title: string, description: string): void {
  const reference = generatedMarkdown();
  const pages = groups.flatMap(({ text: group = "", items = [] }) =>
    items
      .map(({ text = "", link = "" }) => ({ group, title: text, path: `${link.slice(1).replace(/\/$/, "/index")}.md` }))
      .filter(({ path }) => path !== "playground.md") // it is only a program
      .map((page) => ({ ...page, markdown: markdownOf(page.path, reference) })),
  );
  for (const { path, markdown } of pages) write(join(outDir, path), markdown);

  const lists = groups.map(({ text: group }) => {
    const found = pages.filter((page) => page.group === group);
    return `## ${group === EVIDENCE ? "Optional" : group}\n\n${found.map(line).join("\n")}\n`;
  });
  write(join(outDir, "llms.txt"), `# ${title}\n\n> ${description}\n\n${lists.join("\n")}`);
  const guides = pages.filter(({ group, path }) => group !== EVIDENCE && path !== "changelog.md");
  write(
    join(outDir, "llms-full.txt"),
    guides.map(({ path, markdown }) => `<!-- /${path} -->\n\n${markdown}`).join("\n"),
  );
}

const line = ({ title, path, markdown }: MarkdownPage): string => `- [${title}](/${path}): ${firstSentence(markdown)}`;

/** The page without comments, which hold blocks for the tests, and with links that lead to other Markdown pages. */
function markdownOf(page: string, reference: ReadonlyMap<string, string>): string {
  const source = sourceOf(page);
  const written = reference.get(page) ?? readFileSync(join(ROOT, source), "utf8");
  const text = written.replace(/\n?<!--.*?-->\n?/gs, "\n");
  const parts = text.split(/^( *`{3,}[\s\S]*?^ *`{3,} *$)/m);
  const linked = parts.map((part, index) =>
    index % 2 === 1
      ? part
      : part.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, image, label, href) => {
          if (image) return label;
          const target = resolved(source, page, href);
          if (target === undefined) return label;
          if (target === href && !href.endsWith(".md")) return link;
          const [, path = "", hash = ""] = /^([^#]*)(.*)$/.exec(target) ?? [];
          const absolute = path === "" ? `/${page}` : join("/", dirname(page), path);
          return `[${label}](${absolute.endsWith("/") ? `${absolute}index.md` : absolute}${hash})`;
        }),
  );
  return `${linked.join("").trim()}\n`;
}

function firstSentence(markdown: string): string {
  const [, paragraph = ""] = /^(?!#|```|\||!\[)(\S[\s\S]*?)(?:\n\s*\n|$)/m.exec(markdown.replace(/^# .*\n/, "")) ?? [];
  const text = paragraph.replace(/\n/g, " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
