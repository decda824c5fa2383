import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "trestle/client";

// Readers search the guide for the message that they see. So each message must be one that Trestle or TypeScript can print.

const guide = readFileSync("docs/troubleshooting.md", "utf8");
const [quoted = ""] = guide.split("\n## Node and curl\n"); // messages of programs that this project cannot read
const messages = [...quoted.matchAll(/^### `(.+?)`(?: \(.*\))?$/gm)].map(([, message = ""]) => message);

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => readFileSync(join("src", path), "utf8"));
const templates = sources.flatMap(templatesIn);
/** Messages whose own words are too few to be found. */
const produced = [await messageWithoutConnection()];
const compiler = readFileSync("node_modules/typescript-5.9/lib/typescript.js", "utf8");

test("the guide quotes messages", () => {
  expect(messages.length).toBeGreaterThan(25);
});

test.each(messages)("%s exists", (message) => {
  expect(isCompilers(message) || isOurs(message)).toBe(true);
});

test.each(["Data not fetched yet, await it.", "No path matches ….", "The body has more than 5 bytes, sorry."])(
  "%s would be noticed",
  (message) => {
    expect(isCompilers(message) || isOurs(message)).toBe(false);
  },
);

/** The compiler writes `{0}` for a part that differs. */
function isCompilers(message: string): boolean {
  let number = 0;
  return compiler.includes(`"${message.replaceAll("…", () => `{${number++}}`)}"`);
}

/** A message may consist of several texts, each of which is a template of its own. */
function isOurs(message: string): boolean {
  if (produced.includes(message)) return true;
  return templates.some((template) => {
    const rest = message.slice(template.exec(message)?.[0].length ?? 0).trim();
    return rest !== message && (rest === "" || isOurs(rest));
  });
}

/** The texts of a file, as patterns. A part that differs matches anything. */
function templatesIn(source: string): RegExp[] {
  const code = source.replaceAll(/\/\*.*?\*\/|(?<=^|\s)\/\/ .*?$/gms, ""); // an apostrophe in a comment is not a quote
  const joined = code.replaceAll(/["`] \+\s*["`]/g, "");
  const texts = [...joined.matchAll(/"((?:[^"\\\n]|\\.)+)"|'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g)];
  return texts.flatMap(([, double, single, template]) => {
    const parts = (template ?? double ?? single ?? "")
      .split(/\$\{[^}]*(?:\}|$)/)
      .map((part) => part.replaceAll("\\", ""));
    if (parts.join("").replaceAll(/\W/g, "").length < 10) return [];
    // It may begin with the name of an operation, which another function writes.
    return [new RegExp(`^(?:[\\w.()" ]+: )?${parts.map(escaped).join(".*")}`)];
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

async function messageWithoutConnection(): Promise<string> {
  const fetch = () => Promise.reject(new TypeError("Failed to fetch")); // as Chromium says it
  // biome-ignore lint/suspicious/noExplicitAny: no API is needed to fail
  const client = createClient<any>({ url: "http://localhost/api", fetch });
  const { error } = await client.notes.get(1).safe();
  return error.message;
}
