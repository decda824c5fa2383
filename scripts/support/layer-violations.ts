import { readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { type Import, importsOf } from "./imports.js";
import { exceptions, layers } from "./layers.js";
import { sourceFiles } from "./source-files.js";

/** Reads every source file under `root` and gives a sentence for each import that goes against an arrow. Tests may import anything. */
export function layerViolations(root: string): string[] {
  return sourceFiles(root).flatMap((path) =>
    importsOf(path, readFileSync(join(root, path), "utf8")).flatMap((found) => {
      const problem = problemOf(path, found);
      return problem ? [`${join(root, path)}:${found.line} ${problem}`] : [];
    }),
  );
}

function problemOf(path: string, { specifier, typeOnly }: Import): string | undefined {
  const name = layerOf(path);
  const layer = layers[name];
  if (!layer) return `"${name}" has no line in scripts/support/layers.ts: say there what it may import`;
  if (!specifier.startsWith("."))
    return packageProblem(
      name,
      [...layer.packages, ...(exceptions[path] ?? []), ...((typeOnly && layer.packageTypes) || [])],
      specifier,
    );

  const target = layerOf(normalize(join(dirname(path), specifier)));
  if (target === name || includes(layer.values, target)) return undefined;
  if (!includes(layer.types ?? [], target)) return `"${name}" may not import "${specifier}", which is in "${target}"`;
  return typeOnly
    ? undefined
    : `"${name}" may import types alone from "${target}": write \`import type … from "${specifier}"\``;
}

/** "protocol/*" stands for "protocol" and every layer inside it. */
function includes(names: readonly string[], target: string): boolean {
  return names.some((name) => name === target || (name.endsWith("/*") && `${target}/`.startsWith(name.slice(0, -1))));
}

function packageProblem(name: string, packages: readonly string[], specifier: string): string | undefined {
  const wanted = specifier.startsWith("node:")
    ? "node:"
    : specifier
        .split("/")
        .slice(0, specifier[0] === "@" ? 2 : 1)
        .join("/");
  return packages.includes(wanted) ? undefined : `"${name}" may not import the package "${specifier}"`;
}

/** "server/serve/x.ts" is in "server/serve", "server/y/x.ts" in "server", "index.ts" in ".". */
export function layerOf(path: string): string {
  const folders = dirname(path).split(sep);
  for (let length = folders.length; length > 0; length--) {
    const name = folders.slice(0, length).join("/");
    if (layers[name]) return name;
  }
  return folders[0] ?? ".";
}
