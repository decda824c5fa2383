import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The temporary files of one request, in a directory of their own that only this user can read. */
export class TempFiles {
  #directory: Promise<string> | undefined;
  #count = 0;

  /** A path for a new file. */
  async path(): Promise<string> {
    const name = `${this.#count++}`;
    this.#directory ??= mkdtemp(join(tmpdir(), "trestle-"));
    return join(await this.#directory, name);
  }

  /** Removes the files. Nothing may write to them any more. */
  async remove(): Promise<void> {
    if (this.#directory !== undefined) await rm(await this.#directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
