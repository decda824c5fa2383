import { readdirSync } from "node:fs";
import { join } from "node:path";

const under = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));

/** Every Markdown file that a person reads, sorted by path. */
export const markdownFiles: readonly string[] = [
  ...readdirSync("."),
  ...under("docs"),
  ...under("skills"),
  "bench/README.md",
  "site/index.md",
  "examples/newsroom/README.md",
  "tests/consumer/README.md",
]
  .filter((path) => path.endsWith(".md"))
  .sort();
