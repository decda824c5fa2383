import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { allAdapters, Newsroom } from "../support/adapters.js";
import { Store } from "../support/newsroom/store.js";
import { essence, REQUESTS } from "../support/same-answers.js";

const servers = allAdapters.map((adapter) => ({ adapter, newsroom: new Newsroom() }));
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  for (const { adapter, newsroom } of servers) stops.push(await adapter.start(newsroom));
});
afterAll(async () => {
  for (const stop of stops) await stop();
});
beforeEach(() => {
  for (const { newsroom } of servers) newsroom.store = new Store();
});

test.each(REQUESTS.map(([line, sent = {}]) => ({ line, sent })))(
  "all adapters answer the same, byte for byte: $line",
  async ({ line, sent }) => {
    const answers = [];
    for (const { newsroom } of servers) answers.push(essence(await newsroom.raw(line, sent)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  },
);
