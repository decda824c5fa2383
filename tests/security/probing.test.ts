import fc from "fast-check";
import { cursorPage, offsetPage } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MEDIA_TYPE } from "../support/media-type.js";
import { runs } from "../support/runs.js";
import {
  articleFilter,
  articleSort,
  commentFilter,
  commentSort,
  include,
  reportFilter,
  tagFilter,
  tagSort,
} from "./probing/names.js";
import { aimed, url } from "./probing/requests.js";
import { type Context, reports, rowsOf, stores, t, type World } from "./probing/worlds.js";

// A caller gets the same bytes from two worlds that differ only in what he must not see. An administrator does not.

function handlerOf({ sources, db }: World, caller: Omit<Context, "db">) {
  const { articles: source } = sources as never as Record<string, { routes: (...all: unknown[]) => never }>;
  const list = { filter: articleFilter, sort: articleSort, include, alternatives: 4 };
  const related = {
    comments: {
      filter: commentFilter,
      sort: commentSort,
      page: cursorPage({ size: 5 }),
      include: ["author"],
      included: true,
      alternatives: 3,
    },
    tags: { filter: tagFilter, sort: tagSort, page: offsetPage({ limit: 4 }), included: true },
    reports: { filter: reportFilter, sort: ["reason"], page: offsetPage(), included: true },
    author: true,
    editor: true,
  };
  const {
    users: userSource,
    comments: commentSource,
    tags: tagSource,
  } = sources as never as Record<string, typeof source & object>;
  const api = t.router({
    articles: source!.routes({
      getMany: { ...list, page: offsetPage({ limit: 4, maxLimit: 50 }) },
      getOne: { include },
      getRelated: related,
    }),
    users: userSource!.routes({
      getOne: { include: ["articles"] },
      getRelated: { articles: { ...list, page: cursorPage({ size: 3 }), included: true } },
    }),
    comments: commentSource!.routes({
      getMany: {
        filter: commentFilter,
        sort: commentSort,
        page: cursorPage({ size: 5 }),
        include: ["article__comments"],
        alternatives: 2,
      },
      getOne: true,
    }),
    tags: tagSource!.routes({ getMany: { filter: tagFilter, sort: tagSort }, getOne: true }),
    reports: reports.routes(),
  } as never);
  const handle = fetchHandler(api, { context: () => ({ ...caller, db }), plain: true } as never);
  return async (url: string, accept: string) => {
    const response = await handle(new Request(`http://example.test${url}`, { headers: { accept } }));
    return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
  };
}

type Send = ReturnType<typeof handlerOf>;

const REQUESTS = runs(60);

describe.each(Object.entries(stores))("%s", (_, make) => {
  let worlds: readonly World[];
  beforeAll(async () => {
    worlds = (await Promise.all([make(rowsOf(1)), make(rowsOf(2))])) as never;
  });
  afterAll(async () => {
    for (const { close } of worlds ?? []) await close();
  });

  test("gives a caller the same bytes in both worlds", { timeout: 300_000 * runs(1) }, async () => {
    const pair = (isAdmin: boolean) => worlds.map((world) => handlerOf(world, { tenant: 1, isAdmin })) as [Send, Send];
    const [one, other] = pair(false);
    const [asAdmin, asOtherAdmin] = pair(true);
    for (const path of aimed()) expect(await other(path, MEDIA_TYPE), path).toBe(await one(path, MEDIA_TYPE));
    let found = 0;
    let told = 0;
    await fc.assert(
      fc.asyncProperty(url, fc.constantFrom(MEDIA_TYPE, "application/json"), async (first, accept) => {
        let path: string | undefined = first;
        for (let page = 0; page < 3 && path !== undefined; page++) {
          const answer: string = await one(path, accept);
          expect(await other(path, accept), path).toBe(answer);
          expect(answer, path).toMatch(/^(200|400|404) /);
          found += answer.startsWith("200") ? 1 : 0;
          path = JSON.parse(/"next":("(?:[^"\\]|\\.)*")/.exec(answer)?.[1] ?? "null") ?? undefined;
        }
        told += (await asAdmin(first, accept)) === (await asOtherAdmin(first, accept)) ? 0 : 1;
      }),
      { numRuns: REQUESTS, seed: Number(process.env.SEED ?? 36) },
    );
    expect(found, "requests that found rows").toBeGreaterThan(REQUESTS / 2);
    expect(told, "requests that show an administrator the difference").toBeGreaterThan(REQUESTS / 4);
  });
});
