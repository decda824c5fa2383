import { createClient, type Client, type ResponseError } from "trestle/client";
import type { Dice } from "../../schemas/dice.js";
import type { History, Write } from "./history.js";
import type { LedgerApi } from "./ledger-api.js";

/** Of so many responses, one never arrives, because the connection breaks. */
const BROKEN = 20;

/** What a writer does next, and how often. */
const KINDS = [
  ...["create", "create", "create", "create", "create in vain"],
  ...["edit", "edit", "edit", "edit in vain", "delete", "delete"],
  ...["batch", "batch", "batch with a duplicate", "batch with a stale version"],
] as const;

export interface WritersOptions {
  readonly history: History;
  readonly origins: readonly string[];
  /** Shared accounts, whose ids begin at 1. */
  readonly accounts: number;
  readonly dice: Dice;
  /** Whether the proxy sends a DELETE again, so that a 404 does not mean that nothing was deleted. */
  readonly repeatsDeletes: boolean;
  /** No write begins after it is aborted. */
  readonly signal: AbortSignal;
}

/** Writes at random through random instances until the signal is aborted, and records what it learns. */
export async function writeAtRandom(name: string, options: WritersOptions): Promise<void> {
  const writer = new Writer(name, options);
  while (!options.signal.aborted) await writer.next();
}

class Writer {
  readonly #name: string;
  readonly #options: WritersOptions;
  readonly #client: Client<LedgerApi>;
  /** Entries that this writer created and did not delete. */
  readonly #own: { readonly id: string; readonly text: string }[] = [];
  #count = 0;

  constructor(name: string, options: WritersOptions) {
    this.#name = name;
    this.#options = options;
    this.#client = clientOf(options);
  }

  /** Makes one write. */
  async next(): Promise<void> {
    switch (this.#options.dice.pick(KINDS)) {
      case "create":
        return this.#create();
      case "create in vain":
        return this.#createInVain();
      case "edit":
        return this.#edit("edit");
      case "edit in vain":
        return this.#edit("edit in vain");
      case "delete":
        return this.#delete();
      case "batch":
        return this.#batch("batch");
      case "batch with a duplicate":
        return this.#batch("batch with a duplicate");
      case "batch with a stale version":
        return this.#batch("batch with a stale version");
    }
  }

  async #create(): Promise<void> {
    const text = this.#unique();
    const write = this.#options.history.begin("create", { entries: [text] });
    const created = await this.#run(write, () =>
      this.#client.entries.create({ text, account: this.#account() }, { retry: 8 }),
    );
    if (created) this.#own.push({ id: created.id, text });
  }

  /** The account does not exist. */
  async #createInVain(): Promise<void> {
    const text = this.#unique();
    const write = this.#options.history.begin("create in vain", { entries: [text] });
    await this.#run(write, () => this.#client.entries.create({ text, account: "999999" }, { retry: 8 }));
  }

  async #edit(kind: "edit" | "edit in vain"): Promise<void> {
    const mark = this.#unique();
    const { data: account } = await this.#client.accounts.get(this.#account()).safe();
    if (!account) return; // nothing was written
    const stale = { ...account, version: kind === "edit" ? account.version : account.version - 1 };
    const write = this.#options.history.begin(kind, { marks: [mark] });
    await this.#run(write, () =>
      this.#client.accounts.update(stale, { log: `${account.log}${mark} `, count: account.count + 1 }),
    );
  }

  async #delete(): Promise<void> {
    const entry = this.#own.shift();
    if (entry === undefined) return;
    const write = this.#options.history.begin("delete", { deleted: [entry.text] });
    await this.#run(write, () => this.#client.entries.delete(entry.id));
    // The first of two requests deleted it, and the second found nothing.
    if (this.#options.repeatsDeletes && write.error?.startsWith("404")) write.outcome = "done";
  }

  /** Creates an account with entries, and edits a shared account, in one request. The last operation of some batches must fail. */
  async #batch(kind: "batch" | "batch with a duplicate" | "batch with a stale version"): Promise<void> {
    const [name, mark, ...texts] = [this.#unique(), this.#unique(), this.#unique(), this.#unique()] as const;
    const { data: shared } = await this.#client.accounts.get(this.#account()).safe();
    if (!shared) return; // nothing was written
    const stale = { ...shared, version: shared.version - (kind === "batch with a stale version" ? 1 : 0) };
    const write = this.#options.history.begin(kind, { accounts: [name], entries: texts, marks: [mark] });
    const run = () =>
      this.#client.atomic(
        (tx) => {
          const account = tx.accounts.create({ name });
          const entries = texts.map((text) => tx.entries.create({ text, account }));
          tx.accounts.update(stale, { log: `${shared.log}${mark} `, count: shared.count + 1 });
          if (kind === "batch with a duplicate") tx.accounts.create({ name: "shared 1" });
          return entries;
        },
        { retry: 8 },
      );
    const created = await this.#run(write, run);
    for (const [index, text] of texts.entries()) if (created?.[index]) this.#own.push({ id: created[index].id, text });
  }

  async #run<T>(write: Write, send: () => PromiseLike<T>): Promise<T | undefined> {
    try {
      const result = await send();
      write.outcome = "done";
      return result;
    } catch (error) {
      const { status, code } = error as ResponseError;
      // A 5xx may come after the commit, for example from a proxy. No status at all means that no response arrived.
      write.outcome = status !== undefined && status >= 400 && status < 500 && status !== 408 ? "refused" : "unknown";
      write.error = `${status || ""} ${code}`.trim();
      return undefined;
    }
  }

  #account(): string {
    return String(1 + this.#options.dice.below(this.#options.accounts));
  }

  #unique(): string {
    return `${this.#name}-${++this.#count}`;
  }
}

/** A client of a random instance for each try. It loses some responses. */
function clientOf({ origins, dice }: WritersOptions): Client<LedgerApi> {
  return createClient<LedgerApi>({
    url: "http://cluster/api",
    timeout: 20_000,
    fetch: async (request) => {
      const url = request.url.replace("http://cluster", dice.pick(origins));
      const isBroken = dice.oneIn(BROKEN);
      const response = await fetch(new Request(url, request));
      if (isBroken) throw new TypeError("the connection broke");
      return response;
    },
  });
}
