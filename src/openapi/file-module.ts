/**
 * Node's module for files. It is found at run time: bundlers for browsers warn about an import of it, even if nobody calls it.
 *
 * @param caller The function that needs files, for the message.
 * @throws {TypeError} If the runtime has no such module.
 */
export function fileModule(caller: string): typeof import("node:fs/promises") {
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (files === undefined)
    throw new TypeError(`${caller}: it needs files, and this runtime has none. Call it in Node.`);
  return files;
}
