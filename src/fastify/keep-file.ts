import { createWriteStream, openAsBlob } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { KeepFile } from "../server/receive-form.js";
import type { TempFiles } from "./temp-files.js";

/** The most bytes of a file that stays in memory: 16 MB for a form with all its parts. Making a file takes longer than sending a small one. */
const SMALL_FILE = 16_384;

/** Writes large files to temporary files while they arrive, so that memory stays bounded. `File` reads them when it is read. */
export function keepIn(files: TempFiles): KeepFile {
  return async (content, file) => {
    const first: Uint8Array[] = [];
    for (let size = 0; size <= SMALL_FILE; ) {
      const { done, value } = await content.next();
      if (done) return new File([Buffer.concat(first)], file.name, file);
      first.push(value);
      size += value.length;
    }
    const path = await files.path();
    await pipeline(async function* () {
      yield* first;
      yield* content;
    }, createWriteStream(path));
    return new File([await openAsBlob(path, file)], file.name, file);
  };
}
