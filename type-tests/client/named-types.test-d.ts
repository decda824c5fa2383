import { expectTypeOf, test } from "vitest";
import { createClient, type ReadFailure } from "../../src/client/index.js";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "https://example.org/api" });

test("what safe() gives has a name, for declarations that export it", async () => {
  const { error } = await client.articles.list().safe();
  expectTypeOf(error).toExtend<ReadFailure<Api, "articles", "list"> | undefined>();
});
