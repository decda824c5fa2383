import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript-5.9";
import { expect, test } from "vitest";
import { CODES } from "../../src/wire/errors.js";
import { EVENT_STREAM } from "../../src/wire/events.js";
import * as headers from "../../src/wire/headers.js";
import * as paths from "../../src/wire/include-path.js";
import * as jsonApi from "../../src/wire/json-api.js";
import * as mediaTypes from "../../src/wire/media-types.js";

/** Files that spell some of these texts themselves, each for a reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "src/fastify/connections.ts": ["connection"], // an event of Node's servers
  "src/fastify/drain.ts": ["connection"], // the same
  "src/query/invalidate/stale-keys.ts": ["__"],
};

const WIRE: ReadonlySet<string> = new Set([
  ...Object.values(headers),
  ...Object.values(mediaTypes),
  ...Object.values(jsonApi).filter((value) => typeof value === "string"),
  ...Object.values(CODES).flatMap(({ title }) => (title.includes(" ") ? title : [])), // others are names of classes
  EVENT_STREAM,
  paths.SEPARATOR,
]);
/** Short texts mean something else inside a longer one. */
const LONG = [...WIRE].filter((text) => /[/:-]/.test(text) && text !== mediaTypes.ANY_TYPE);

/** The texts of the wire in the literals of a module; comments and types do not count. */
function spelled(file: string, source: string): string[] {
  const found = new Set<string>();
  const add = (text: string) => {
    for (const known of WIRE) if (text === known || (LONG.includes(known) && text.includes(known))) found.add(known);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText) add(node.text);
    else if (ts.isRegularExpressionLiteral(node)) add(node.text.replaceAll("\\", ""));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true));
  return [...found].sort();
}

test("media types, headers, titles of errors and the separator of names are spelled in src/wire only", () => {
  const all = readdirSync("src", { recursive: true }).map((file) => `src/${String(file).replaceAll("\\", "/")}`);
  const files = all.filter((file) => file.endsWith(".ts") && !/^src\/wire\/|\.test\.ts$|\/fixtures\//.test(file));
  expect(files.length).toBeGreaterThan(200);
  const found = files.map((file) => [file, spelled(file, readFileSync(file, "utf8"))] as const);
  expect(Object.fromEntries(found.filter(([, texts]) => texts.length > 0))).toEqual(EXCEPTIONS);
});

test.each([
  ['const type = "application/vnd.api+json";', ["application/vnd.api+json"]],
  ['const type = `a; profile="urn:trestle:rich"`;', ["urn:trestle:rich"]],
  ['headers["content-type"]; headers.get("vary");', ["content-type", "vary"]],
  ['type A = "vary"; // "vary"', []],
  ['name.split("__")', ["__"]],
])("finds what %s spells", (source, texts) => {
  expect(spelled("a.ts", source)).toEqual(texts);
});
