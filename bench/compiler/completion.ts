import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Compiler from "typescript-5.9";

const ts: typeof Compiler = createRequire(import.meta.url)("typescript-5.9");

/** Milliseconds of one completion. */
export interface Completion {
  /** CPU time of the whole process, which does nothing else. */
  readonly cpu: number;
  readonly wall: number;
}

/**
 * What an editor waits for: from an edit of `client.ts` to the names that may stand at the cursor, which is where a
 * list's arguments begin. `expected` has to be among them. In a language service that is warm: the first is not counted.
 */
export function completions(folder: string, before: string, expected: string, times: number): Completion[] {
  const client = join(folder, "client.ts");
  let [text, version] = [readFileSync(client, "utf8"), 0];
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  const service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => (file === client ? `${version}` : "0"),
    getScriptSnapshot: (file) => {
      const content = file === client ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  });
  const at = text.indexOf(before);
  if (at < 0) throw new Error(`"${before}" does not stand in the client`);
  const position = at + before.length;
  const samples: Completion[] = [];
  for (let time = 0; time <= times; time++) {
    // As if a statement had been written further down.
    text += `const edit${time} = ${time};\n`;
    version++;
    const [cpu, start] = [process.cpuUsage(), performance.now()];
    const names = service.getCompletionsAtPosition(client, position, {})?.entries.map(({ name }) => name) ?? [];
    const { user, system } = process.cpuUsage(cpu);
    samples.push({ cpu: (user + system) / 1000, wall: performance.now() - start });
    if (!names.includes(expected)) throw new Error(`${expected} is not offered, but ${names.slice(0, 10).join(", ")}`);
  }
  return samples.slice(1);
}
