import type { OpenapiDocument } from "./document/document.js";

/**
 * Writes a document to a file, indented, with its members in a stable order.
 *
 * @param path The file, from the working directory.
 * @param document The result of `openapi`.
 *
 * @example
 * ```ts no-run
 * import { trestle } from "trestle";
 * import { openapi, writeOpenapi } from "trestle/openapi";
 *
 * const api = trestle().router({});
 * await writeOpenapi("openapi.json", openapi(api, { info: { title: "Notes", version: "1.0.0" } }));
 * ```
 */
export async function writeOpenapi(path: string | URL, document: OpenapiDocument): Promise<void> {
  await fileModule("writeOpenapi").writeFile(path, textOf(document));
}

/**
 * Compares a document with its file. Use it in a check that fails if the file is out of date.
 *
 * @param path The file, from the working directory.
 * @param document The current result of `openapi`.
 * @throws {Error} If the file is missing or differs. The message contains the first difference.
 *
 * @example
 * ```ts no-run
 * import { trestle } from "trestle";
 * import { checkOpenapi, openapi } from "trestle/openapi";
 *
 * const api = trestle().router({});
 * await checkOpenapi("openapi.json", openapi(api, { info: { title: "Notes", version: "1.0.0" } }));
 * ```
 */
export async function checkOpenapi(path: string | URL, document: OpenapiDocument): Promise<void> {
  const { readFile } = fileModule("checkOpenapi");
  const written = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new Error(`checkOpenapi: ${path} cannot be read. Write it with writeOpenapi.`, { cause });
  });
  const difference = firstDifference(parse(written, path), JSON.parse(textOf(document)), "");
  if (difference === undefined) return;
  throw new Error(`checkOpenapi: ${path} is stale: ${difference} differs. Write it again with writeOpenapi.`);
}

function textOf(document: OpenapiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function parse(text: string, path: string | URL): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`checkOpenapi: ${path} is not valid JSON. Write it again with writeOpenapi.`, { cause });
  }
}

/** A JSON pointer to the first place where two values differ. A formatter may have changed white space and order. */
function firstDifference(one: unknown, other: unknown, at: string): string | undefined {
  if (Object.is(one, other)) return undefined;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return at === "" ? "/" : at;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const below = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const difference = firstDifference(one[key], other[key], below);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object";
}

/**
 * Node's module for files. It is found at run time: bundlers for browsers warn about an import of it, even if nobody calls it.
 *
 * @param caller The function that needs files, for the message.
 * @throws {TypeError} If the runtime has no such module.
 */
function fileModule(caller: string): typeof import("node:fs/promises") {
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (files === undefined)
    throw new TypeError(`${caller}: it needs files, and this runtime has none. Call it in Node.`);
  return files;
}
