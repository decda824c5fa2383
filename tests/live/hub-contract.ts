import type { HubBatch, HubNotice, LiveHub } from "trestle/live";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../support/every-server.js";

/** What the contract needs of one kind of hub. */
export interface HubBed {
  /** Makes a hub with an empty store. It keeps few notices. */
  make(): Promise<HubStore>;
}

export interface HubStore {
  /** The hub as another process sees it. */
  process(): LiveHub<never>;
  /** Makes the store forget everything that was published, because it is too old. */
  age(): Promise<void>;
  /** Breaks every connection to the store, where there are any. */
  cut?(): Promise<void>;
}

export interface Heard {
  readonly ids: string[];
  readonly batches: HubBatch[];
  readonly resets: string[];
  readonly errors: unknown[];
  readonly position: string;
  close(): Promise<void>;
}

export function noticeOf(id: number | string): HubNotice {
  return { notice: { type: "notes", id: `${id}`, op: "update" }, audience: ["all"], from: "me" };
}

function idsOf({ notices }: { readonly notices: readonly HubNotice[] }): string[] {
  return notices.map(({ notice }) => `${notice.id}`);
}

/** The ids of what was published after a position. Undefined if some of it is gone. */
export async function idsSince(hub: LiveHub<never>, position: string): Promise<string[] | undefined> {
  const ids: string[] = [];
  for await (const page of hub.since(position)) {
    if (page === undefined) return undefined;
    ids.push(...idsOf({ notices: page }));
  }
  return ids;
}

export async function hear(hub: LiveHub<never>): Promise<Heard> {
  const heard = { ids: [] as string[], batches: [] as HubBatch[], resets: [] as string[], errors: [] as unknown[] };
  const subscription = await hub.subscribe({
    hear: (batch) => {
      heard.ids.push(...idsOf(batch));
      if (batch.notices.length > 0) heard.batches.push(batch);
    },
    reset: (position) => heard.resets.push(position),
    fail: (error) => heard.errors.push(error),
  });
  onTestFinished(() => subscription.close());
  return { ...heard, position: subscription.position, close: subscription.close };
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `${from + index}`);

/** Publishes each notice by itself, in order. */
async function publishEach(hub: LiveHub<never>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await hub.publish([noticeOf(id)]);
}

/** What every hub must do. */
export function hubContract(name: string, bed: HubBed): void {
  describe(`hub: ${name}`, () => {
    test("every process hears what any process publishes, as it was published", async () => {
      const store = await bed.make();
      const [one, other] = [store.process(), store.process()];
      const all = await Promise.all([hear(one), hear(other)]);
      await one.publish([noticeOf(1), noticeOf(2)]);
      await other.publish([{ notice: { type: "notes", op: "call" } }]);
      for (const { ids, batches } of all) {
        await until(() => ids.length === 3, "three notices");
        expect(ids.sort()).toEqual(["1", "2", "undefined"]);
        expect(batches.flatMap(({ notices }) => notices)).toContainEqual(noticeOf(1));
        expect(batches.flatMap(({ notices }) => notices)).toContainEqual({ notice: { type: "notes", op: "call" } });
      }
    });

    test("since reads what was published after the position of a subscription, and of each batch", async () => {
      const store = await bed.make();
      const hub = store.process();
      await hub.publish([noticeOf("before")]);
      const { position, batches } = await hear(hub);
      expect(await idsSince(hub, position)).toEqual([]);
      await hub.publish([noticeOf(1)]);
      await until(() => batches.length === 1, "the first batch");
      await hub.publish([noticeOf(2)]);
      await until(() => batches.length === 2, "the second batch");
      const [first = { position: "" }, second = { position: "" }] = batches;
      const later = store.process();
      expect(await idsSince(later, position)).toEqual(["1", "2"]);
      expect(await idsSince(later, first.position)).toEqual(["2"]);
      expect(await idsSince(later, second.position)).toEqual([]);
    });

    test("since gives up where something is gone", async () => {
      const store = await bed.make();
      const hub = store.process();
      const { position } = await hear(hub);
      await hub.publish([noticeOf(1), noticeOf(2)]);
      await hub.publish([noticeOf(3)]);
      expect(await idsSince(hub, position)).toEqual(["1", "2", "3"]);
      await store.age();
      expect(await idsSince(hub, position)).toBeUndefined();
      const { position: now } = await hear(hub);
      await hub.publish([noticeOf(4)]);
      expect(await idsSince(hub, now)).toEqual(["4"]);
    });

    test("since reads in pages, and stops where something went while it read", async () => {
      const store = await bed.make();
      const hub = store.process();
      const { position } = await hear(hub);
      const published = numbers(2500);
      await publishEach(hub, published);
      const pages: number[] = [];
      for await (const page of hub.since(position)) pages.push(page?.length ?? -1);
      expect(pages.slice(0, 3)).toEqual([1000, 1000, 500]);
      expect(await idsSince(hub, position)).toEqual(published);
      const reading = hub.since(position)[Symbol.asyncIterator]();
      expect((await reading.next()).value).toHaveLength(1000);
      await store.age();
      expect(await reading.next()).toEqual({ done: false, value: undefined });
      expect(await reading.next()).toEqual({ done: true, value: undefined });
    });

    test("all processes have the same secret, and another store has another", async () => {
      const store = await bed.make();
      const secret = await store.process().secret();
      expect(secret.length).toBeGreaterThanOrEqual(32);
      expect(await store.process().secret()).toBe(secret);
      expect(await (await bed.make()).process().secret()).not.toBe(secret);
    });

    test("what many publish at once is heard by all, and read from every position", async () => {
      const store = await bed.make();
      const processes = [store.process(), store.process(), store.process()];
      const all = await Promise.all(processes.map(hear));
      const published = numbers(120);
      await Promise.all(published.map((id, index) => processes[index % 3]?.publish([noticeOf(id)])));
      for (const { ids } of all) await until(() => new Set(ids).size === 120, "all notices");
      for (const { batches, position } of all) {
        let before: readonly string[] = [];
        for (const batch of [{ notices: [], position }, ...batches]) {
          before = [...before, ...idsOf(batch)];
          const after = (await idsSince(store.process(), batch.position)) ?? [];
          expect([...new Set([...before, ...after])].sort()).toEqual([...published].sort());
        }
      }
    });

    test("a subscription that is closed hears nothing more", async () => {
      const store = await bed.make();
      const hub = store.process();
      const [closed, open] = [await hear(hub), await hear(hub)];
      await closed.close();
      await closed.close();
      await hub.publish([noticeOf(1)]);
      await until(() => open.ids.length === 1, "the notice");
      expect(closed.ids).toEqual([]);
      expect(closed.errors).toEqual([]);
    });

    test("a reader whose connections break continues without a gap", async () => {
      const store = await bed.make();
      const hub = store.process();
      const { ids, resets, errors } = await hear(hub);
      await hub.publish([noticeOf(1)]);
      await until(() => ids.length === 1, "the first notice");
      await store.cut?.();
      const publish = async (id: number) => {
        for (;;) {
          const isDone = await hub.publish([noticeOf(id)]).then(
            () => true,
            () => false,
          );
          if (isDone) return;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      await publish(2);
      await publish(3);
      await until(() => new Set(ids).size === 3, "the notices after the break");
      expect(resets).toEqual([]);
      expect(errors.length > 0).toBe(store.cut !== undefined);
    });
  });
}
