import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Cursor, Editor } from "./editor.js";

const TSC = resolve(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");
const uri = pathToFileURL(resolve("type-tests/editor/program.ts")).href;

/** An editor with the language server of TypeScript 7, in which one file has unsaved text. */
export class ServerEditor implements Editor {
  readonly #server = new LanguageServer();
  #version = 0;

  async start(): Promise<void> {
    const rootUri = pathToFileURL(resolve(".")).href;
    await this.#server.request("initialize", { processId: process.pid, rootUri, capabilities: {} });
    this.#server.notify("initialized", {});
    this.#server.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: "typescript", version: this.#version, text: "" },
    });
  }

  async stop(): Promise<void> {
    await this.#server.request("shutdown");
    this.#server.notify("exit");
  }

  open(text: string): Cursor {
    const before = text.slice(0, text.indexOf("|")).split("\n");
    const shown = text.replace("|", "");
    this.#version += 1;
    this.#server.notify("textDocument/didChange", {
      textDocument: { uri, version: this.#version },
      contentChanges: [{ text: shown }],
    });
    const position = { line: before.length - 1, character: before.at(-1)?.length };
    return new ServerCursor(this.#server, shown.split("\n"), { textDocument: { uri }, position });
  }
}

interface Location {
  readonly uri: string;
  readonly range: Range;
}

interface Range {
  readonly start: { readonly line: number };
}

/** The members of a server's results that we read. */
interface Results {
  readonly hover: { readonly contents: { readonly value: string } } | null;
  readonly completion: { readonly items: readonly { readonly label: string; readonly sortText?: string }[] } | null;
  readonly definition: Location | readonly Location[] | null;
  readonly rename: { readonly changes?: { readonly [uri: string]: readonly { readonly range: Range }[] } } | null;
}

class ServerCursor implements Cursor {
  constructor(
    readonly server: LanguageServer,
    readonly lines: readonly string[],
    readonly place: object,
  ) {}

  async hover(): Promise<string> {
    const found = await this.#ask("hover");
    return (found?.contents.value ?? "").replaceAll(/\s+/g, " ");
  }

  async completions(): Promise<string[]> {
    const { items } = (await this.#ask("completion")) ?? { items: [] };
    const first = items.filter(({ sortText = "11" }) => sortText <= "12");
    return first.map(({ label }) => label.replace(/\?$/, "")); // the server marks optional members
  }

  async definitions(): Promise<string[]> {
    const found = (await this.#ask("definition")) ?? [];
    const here = [found].flat().filter((location) => location.uri === uri);
    return here.map(({ range }) => this.#lineAt(range));
  }

  async renames(): Promise<string[]> {
    const found = await this.#ask("rename", { newName: "renamed" });
    return (found?.changes?.[uri] ?? []).map(({ range }) => this.#lineAt(range));
  }

  async #ask<T extends keyof Results>(what: T, more: object = {}): Promise<Results[T]> {
    const result = await this.server.request(`textDocument/${what}`, { ...this.place, ...more });
    return result as Results[T]; // as the protocol defines it
  }

  #lineAt({ start }: Range): string {
    return this.lines[start.line]?.trim() ?? "";
  }
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The process `tsc --lsp`, which editors start too. It speaks JSON-RPC over its standard streams. */
class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #pending = new Map<number, (message: Message) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor() {
    this.#process = spawn(process.execPath, [TSC, "--lsp", "--stdio"]);
    this.#process.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#process.stderr.resume();
  }

  request(method: string, params?: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((done, fail) => {
      this.#pending.set(id, ({ result, error }) =>
        error ? fail(new Error(`${method}: ${error.message}`)) : done(result),
      );
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params?: object): void {
    this.#send({ method, params });
  }

  #send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString("latin1", 0, end))?.[1]);
      const next = end + 4 + length;
      if (this.#received.length < next) return;
      const body = this.#received.toString("utf8", end + 4, next);
      this.#received = this.#received.subarray(next);
      this.#handle(JSON.parse(body));
    }
  }

  #handle(message: Message): void {
    const { id, method } = message;
    // The server asks for settings and registers watchers: it works without both.
    if (method !== undefined && id !== undefined) {
      this.#send({ id, result: method === "workspace/configuration" ? [] : null });
    }
    if (method !== undefined || typeof id !== "number") return;
    this.#pending.get(id)?.(message);
    this.#pending.delete(id);
  }
}
