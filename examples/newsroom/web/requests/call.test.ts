import { expect, test } from "vitest";
import { callOfRequest } from "./call.js";

test.each([
  ["20", "{ offset: 20 }"],
  ["abc", '{ offset: "abc" }'],
])("the page of an address, %s, is printed as a call that can be written: %s", (offset, text) => {
  const request = new Request(`http://localhost/api/articles?page[offset]=${offset}`);
  expect(callOfRequest(request, "")).toBe(`client.articles.list()\n  .page(${text})`);
});
