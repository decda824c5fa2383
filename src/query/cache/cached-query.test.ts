import { QueryClient } from "@tanstack/query-core";
import { expect, test } from "vitest";
import { CachedQuery } from "./cached-query.js";

test("a cached document with an object as included does not keep the others from being read", () => {
  const client = new QueryClient();
  const queryKey = ["trestle", "http://api", "users", "list"];
  client.setQueryData(queryKey, { data: [{ type: "users", id: "1" }], included: {} });
  const [query] = client.getQueryCache().findAll({ queryKey });
  expect(query && new CachedQuery(query).primary).toEqual([{ type: "users", id: "1" }]);
});
