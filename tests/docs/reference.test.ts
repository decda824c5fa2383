import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { type Entry, readEntries } from "../../site/.vitepress/reference/declarations.js";
import { errorPages } from "../../site/.vitepress/reference/error-codes.js";
import { referencePages } from "../../site/.vitepress/reference/reference.js";
import { sourceOf } from "../../site/.vitepress/pages.js";
import { OPTION_CHECKS } from "../../src/define/checks/options.js";

// The site makes its reference from TSDoc. It is built by hand, so what stops its build is found here.

let entries: Entry[];
beforeAll(() => {
  entries = readEntries();
});

const pageOf = (name: string) => referencePages(entries).find(({ title }) => title === name)?.markdown ?? "";

test("every entry point has a page, and every exported value has a part with a text", () => {
  expect(entries.length).toBeGreaterThan(10);
  for (const { name, exports } of entries) {
    const page = pageOf(name);
    const values = exports.filter(({ isValue }) => isValue);
    expect(values.filter((value) => !new RegExp(`^### ${value.name}\n\n\\S`, "m").test(page))).toEqual([]);
  }
});

test("a value without a text stops the build, and the message names it", () => {
  const [first, ...others] = entries;
  const silent = { ...first, name: "trestle", exports: first?.exports.map((each) => ({ ...each, text: "" })) ?? [] };
  expect(() => referencePages([silent, ...others])).toThrow(/^TSDoc is missing on .*respond of trestle, /);
});

test("a part has the parameters, the results, the errors, the members and the example of its TSDoc", () => {
  const page = pageOf("trestle/client");
  expect(page).toContain("```ts\ncreateClient<TApi extends AnyApi>(options: ClientOptions): Client<TApi>\n```");
  expect(page).toMatch(/^## Functions\n\n### createClient\n\n[A-Z].*\n\n```ts\n/m); // a sentence before the signature
  expect(page).toMatch(/^## Errors\n\n### BadRequest$/m);
  expect(page).toMatch(/^- `options`: See \[`ClientOptions`\]\(\/reference\/trestle-client#clientoptions\)\.$/m);
  expect(page).toMatch(/^\| `signal\?` \| `AbortSignal` \| Aborts the request\./m);
  expect(page).toMatch(/^\| `caller\?` \| `string \\\| .*\(\(\) => .*\)` \| /m);
  expect(page).toMatch(/^#### Collection\.fetch$/m);
  expect(page).toMatch(/^\*\*Throws\*\* `ResponseError`: As a rejection, for any failure\.$/m);
  expect(page).toContain("const client = createClient<Api>(");
});

test("the table of options has each option of each kind of operation", () => {
  const names =
    readFileSync("docs/reference/operations.md", "utf8")
      .match(/^\| `.*?` \|/gm)
      ?.join() ?? "";
  const options = new Set(Object.values(OPTION_CHECKS).flatMap((checks) => Object.keys(checks)));
  expect([...options].filter((option) => !names.includes(`\`${option}\``))).toEqual([]);
});

test("the page of an error code shows a request that got it, and the whole response", () => {
  const answered =
    /^This request.*:\n\n```http\n[A-Z]+ \/api\/.+? HTTP\/1\.1\n.*?^HTTP\/1\.1 (\d+)\n.*?\n\n(\{.*?^\})\n```/ms;
  const found = errorPages().map(({ title, markdown }) => ({ title, answer: answered.exec(markdown) }));
  for (const { title, answer } of found) {
    if (answer === null) continue;
    const [, status, document = ""] = answer;
    const { errors } = JSON.parse(document);
    expect(errors).toContainEqual(expect.objectContaining({ status, code: title, detail: expect.any(String) }));
  }
  // The first is the list of all codes. The servers of Node send three before Trestle sees a request. The other is about the entries of a map.
  const without = found.filter(({ answer }) => answer === null).map(({ title }) => title);
  expect(without).toEqual([
    "Error codes",
    "request_timeout",
    "uri_too_long",
    "invalid_element",
    "request_header_fields_too_large",
  ]);
});

test("links of the reference and of the pages of errors lead to a page and a heading", () => {
  const pages = [...referencePages(entries), ...errorPages()];
  const headings = new Set(
    pages.flatMap(({ path, markdown }) => {
      const page = `/${path.replace(/(index)?\.md$/, "")}`;
      return [page, ...[...markdown.matchAll(/^##+ (\S+)$/gm)].map(([, name = ""]) => `${page}#${name.toLowerCase()}`)];
    }),
  );
  const links = pages.flatMap(({ markdown }) =>
    [...markdown.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = ""]) => link),
  );
  expect(links.length).toBeGreaterThan(100);
  const lost = links.filter(
    (link) => !headings.has(link) && !(link.startsWith("/docs/") && sourceOf(`${link.slice(1)}.md`)),
  );
  expect(lost).toEqual([]);
});
