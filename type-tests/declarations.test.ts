import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { format, tsc } from "../scripts/support/tsc.js";

const NAMES = ["kept", "stored"];
const TABLES = "tables"; // exports resources of tables, and no handler
const folder = resolve(".cache", "declarations");
const emittedText = (name: string) => readFileSync(join(folder, `tests/consumer/exported/${name}.d.ts`), "utf8");

/** Compiles files with the options of this project and others. */
function compile(files: readonly string[], compilerOptions: object): string[] {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "tsconfig.json");
  const options = { rootDir: resolve("."), ...compilerOptions };
  const json = { extends: resolve("tsconfig.json"), compilerOptions: options, files, include: [] };
  writeFileSync(config, JSON.stringify(json));
  return tsc(["-p", config], { cwd: folder }).diagnostics.map(format);
}

beforeAll(() => {
  const files = [...NAMES, TABLES].map((name) => resolve(`tests/consumer/exported/${name}.ts`));
  const emits = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: folder };
  expect(compile(files, emits)).toEqual([]);
});

// TypeScript does not check what it emits: where it writes a type out, a type parameter of ours would stand there alone.
test("declarations of programs that export methods of sources compile", () => {
  // As programs, because the declarations of Drizzle do not compile themselves.
  const copies = NAMES.map((name) => {
    const copy = join(folder, "tests/consumer/exported", `${name}-declared.ts`);
    writeFileSync(copy, emittedText(name));
    return copy;
  });
  expect(compile(copies, { noEmit: true })).toEqual([]);
});

// They would pull Drizzle's types into the program of every client.
test("the declarations of resources that were read from tables do not name Drizzle", () => {
  expect(emittedText(TABLES)).toContain("StoredId<string>");
  expect(emittedText(TABLES)).toContain('}, never, import("trestle").TextId, {'); // of "owners", in an API of uuids
  expect(emittedText(TABLES)).not.toMatch(/drizzle|PgTable|PgColumn/i);
});

test.each(NAMES)("the declarations of %s name the result of a list", (name) => {
  expect(emittedText(name)).toContain(".ListResult<");
  expect(emittedText(name)).not.toContain("no rule for the filter");
});
