import { fetchHandler } from "trestle/fetch";
import { expect, test } from "vitest";
import { api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";

test("no document links to a list that requires a filter", async () => {
  const context = t.context(() => ({ store: new Store(), user: "alice" }));
  const handle = fetchHandler(api, { prefix: "/api", context, links: "document" });
  const get = (path: string) => handle(new Request(`http://127.0.0.1${path}`));
  const document = await (await get("/api/categories/1")).text();
  const links = [...document.matchAll(/"(\/api\/[^"]*)"/g)].map(([, path = ""]) => path);
  expect(links).toContain("/api/categories/1");
  for (const path of links) expect([path, (await get(path)).status]).toEqual([path, 200]);
});
