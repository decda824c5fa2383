import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript-5.9";
import { ROOT } from "../pages.js";
import type { CodeFile } from "./blocks.js";

// The compiler needs most of a build's time. Its results are kept until a block, a source or the installation changes.

const FILE = join(ROOT, ".cache/site-types.json");
const FOLDERS = ["src", "docs/support", "examples/news"];
const CODE = "site/.vitepress/code";
const FILES = [
  `${CODE}/blocks.ts`,
  `${CODE}/documents.ts`,
  `${CODE}/language-service.ts`,
  "package-lock.json",
  "tsconfig.json",
];

interface Kept {
  readonly key: string;
  readonly blocks: Readonly<Record<string, unknown>>;
}

export function keyOf(files: readonly CodeFile[]): string {
  const hash = createHash("sha256")
    .update(ts.version)
    .update(JSON.stringify(files.map(({ path, text }) => [path, text])));
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(folder, path)),
  );
  for (const path of [...sources.sort(), ...FILES]) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}

/** The results of an earlier build with this key, by the name of the block. */
export function readKept(key: string): Map<string, unknown> {
  try {
    const kept: Kept = JSON.parse(readFileSync(FILE, "utf8"));
    return new Map(kept.key === key ? Object.entries(kept.blocks) : []);
  } catch {
    return new Map(); // the first build
  }
}

export function keep(key: string, blocks: ReadonlyMap<string, unknown>): void {
  const kept: Kept = { key, blocks: Object.fromEntries(blocks) };
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(kept));
}
