import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWriteStream, openAsBlob } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { KeepFile } from "../server/receive-form.js";

/** The temporary files of all requests of a server. */
export class TempFolder {
  readonly #removing = new Set<Promise<void>>();

  remove(files: TempFiles, fail: (error: unknown) => void): void {
    const removing = files
      .remove()
      .catch(fail)
      .finally(() => this.#removing.delete(removing));
    this.#removing.add(removing);
  }

  /** Waits for the files that are being removed. */
  async emptied(): Promise<void> {
    await Promise.all(this.#removing);
  }
}

/** The temporary files of one request, in a directory of their own that only this user can read. */
export class TempFiles {
  #directory: Promise<string> | undefined;
  #count = 0;

  /** A path for a new file. */
  async path(): Promise<string> {
    this.#directory ??= mkdtemp(join(tmpdir(), "trestle-"));
    return join(await this.#directory, `${this.#count++}`);
  }

  /** Removes the files. Nothing may write to them any more. */
  async remove(): Promise<void> {
    if (this.#directory !== undefined) await rm(await this.#directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

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
