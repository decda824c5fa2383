import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { databases, type Newsroom, startNewsroom } from "../../examples/newsroom/testing/newsroom.js";
import { expectInternalError } from "../support/expect-internal-error.js";
import { type RunningPostgres, startPostgres } from "../support/postgres.js";
import { connect } from "../../examples/newsroom/db/connect.js";
import { MEDIA_TYPE } from "../support/media-type.js";

function documentOf(title: string): string {
  const relationships = { author: { data: null } };
  return JSON.stringify({ data: { type: "articles", attributes: { title, content: "" }, relationships } });
}

/** Creates an article, and gives the answer's status; 0 where there was none. */
async function create(url: string, title: string): Promise<number> {
  const request = { method: "POST", headers: { "content-type": MEDIA_TYPE }, body: documentOf(title) };
  try {
    const response = await fetch(`${url}/articles`, request);
    const text = await response.text();
    if (response.status >= 500) expectInternalError(JSON.parse(text).errors);
    return response.status;
  } catch {
    return 0;
  }
}

/** The titles in the database that begin so. */
async function titles(url: string, prefix: string): Promise<string[]> {
  const found: string[] = [];
  let next: string | undefined =
    `/api/articles?filter[title][contains]=${prefix}&page[limit]=100&fields[articles]=title`;
  while (next !== undefined) {
    const response: Response = await fetch(new URL(next, url));
    const page = (await response.json()) as { data: { attributes: { title: string } }[]; links: { next?: string } };
    found.push(...page.data.map(({ attributes }) => attributes.title));
    next = page.links.next;
  }
  return found;
}

describe.each(databases)("a burst of the same create on %s", (_, start) => {
  let newsroom: Newsroom;
  beforeAll(async () => {
    newsroom = await startNewsroom(start);
  });
  afterAll(() => newsroom.stop());

  test("makes one row, and Conflicts", async () => {
    const statuses = await Promise.all(Array.from({ length: 40 }, () => create(newsroom.url, "The same title")));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(39);
    expect(await titles(newsroom.url, "The same title")).toEqual(["The same title"]);
  });

  test("what is refused leaves nothing behind", async () => {
    const bad = [
      documentOf("Refused 1").replace('"content":""', '"content":7'),
      documentOf("Refused 2").replace('"data":null', '"data":{"type":"users","id":"999999"}'),
      documentOf("Refused 3").replace('"author"', '"nope"'),
      `${documentOf("Refused 4")}}`,
    ];
    for (const body of bad) {
      const response = await fetch(`${newsroom.url}/articles`, {
        method: "POST",
        headers: { "content-type": MEDIA_TYPE },
        body,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      await response.body?.cancel();
    }
    expect(await titles(newsroom.url, "Refused")).toEqual([]);
  });
});

describe("a database that goes away and comes back", () => {
  let postgres: RunningPostgres;
  let newsroom: Newsroom;
  beforeAll(async () => {
    postgres = await startPostgres();
    newsroom = await startNewsroom((logger) => connect({ url: postgres.url, logger }));
    vi.spyOn(console, "error").mockImplementation(() => {}); // the newsroom tells of connections that are lost
  });
  afterAll(async () => {
    await newsroom.stop();
    await postgres.stop();
    vi.restoreAllMocks();
  });

  test("what was answered 201 is there, what could not be written is not, and the server goes on by itself", async () => {
    const answered = new Map<string, number>();
    let phase = "before";
    let count = 0;
    const write = async () => {
      while (phase !== "over") {
        const title = `Crash ${phase} ${count++}.`;
        answered.set(title, await create(newsroom.url, title));
        await sleep(2);
      }
    };
    const writers = Promise.all(Array.from({ length: 4 }, write));
    const enough = (name: string) => {
      const of = () => [...answered.keys()].filter((title) => title.includes(name)).length;
      return vi.waitFor(() => expect(of()).toBeGreaterThan(20), { timeout: 10_000 });
    };
    await enough("before");
    phase = "while";
    await postgres.crash();
    phase = "down";
    await enough("down");
    phase = "starting";
    await sleep(20); // those that began while it was down have ended
    await postgres.restart();
    phase = "after";
    await enough("after");
    phase = "over";
    await writers;

    const kept = new Set(await titles(newsroom.url, "Crash"));
    for (const [title, status] of answered) {
      expect([201, 500], title).toContain(status);
      if (status === 201) expect(kept, title).toContain(title);
      if (title.includes("down")) expect([title, status, kept.has(title)]).toEqual([title, 500, false]);
      if (title.includes("after")) expect([title, status]).toEqual([title, 201]);
    }
    // One that was under way in the crash may be kept, and its answer lost: a 500 does not say that nothing was done.
    const lost = [...answered].filter(([title, status]) => status === 500 && kept.has(title));
    expect(lost.length).toBeLessThanOrEqual(4);
  });
});
