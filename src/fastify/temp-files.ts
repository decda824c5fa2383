import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The temporary files of all requests of a server. */
export class TempFolder {
  readonly #removing = new Set<Promise<void>>();

  /** Removes files. */
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
    const name = `${this.#count++}`;
    this.#directory ??= mkdtemp(join(tmpdir(), "trestle-"));
    return join(await this.#directory, name);
  }

  /** Removes the files. Nothing may write to them any more. */
  async remove(): Promise<void> {
    if (this.#directory !== undefined) await rm(await this.#directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
