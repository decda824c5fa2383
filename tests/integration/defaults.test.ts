import { respond, trestle } from "trestle";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { expectDocument } from "../support/documents.js";
import { sendRaw } from "../support/http.js";
import { MEDIA_TYPE } from "../support/media-type.js";
import { describeServers } from "../support/serve.js";

/** Values that a definition holds. Each handler changes all that it is given. */
const held = () => ({ list: [{ at: new Date(7) }], set: new Set(["a"]), map: new Map([["a", ["b"]]]) });
const kept = held();
const dates = [new Date(7)];
const box = z.object({
  list: z.array(z.object({ at: z.date() })),
  set: z.set(z.string()),
  map: z.map(z.string(), z.array(z.string())),
});
const loose = { inside: { list: ["a"] } };
const queryShape = {
  caught: z.array(z.date()).min(2).catch(dates),
  defaulted: z.array(z.date()).default(dates),
  prefaulted: z.array(z.date()).prefault(dates),
  single: z.date().default(dates[0] as Date),
};

type Seen = string[];

function write(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    member instanceof Set || member instanceof Map ? [...member] : member,
  );
}

/** Changes everything that a value contains. */
function change(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Date) {
    value.setTime(value.getTime() + 1);
    return;
  }
  for (const member of value instanceof Map || value instanceof Set ? [...value] : Object.values(value)) change(member);
  if (Array.isArray(value)) value.push("changed");
  else if (value instanceof Set) value.add("changed");
  else if (value instanceof Map) value.set("changed", []);
  else Object.assign(value, { changed: true });
}

function makeApi(seen: Seen) {
  const see = (...values: unknown[]) => {
    seen.push(write(values));
    for (const value of values) change(value);
  };
  const t = trestle();
  const boxes = t.resource("boxes", {
    id: z.int(),
    attributes: {
      defaulted: box.default(kept),
      prefaulted: z.looseObject({}).prefault(loose),
      caught: box.catch(kept),
      member: z.object({ inside: z.object({ value: box.default(kept) }).prefault({}) }),
      option: z.union([z.object({ k: z.literal("a"), value: box.default(kept) }), z.object({ k: z.literal("b") })]),
      open: z.unknown().default(loose),
    },
    createFields: ["defaulted", "prefaulted", "caught", "member", "option", "open"],
  });
  const row = {
    id: 1,
    defaulted: held(),
    prefaulted: {},
    caught: held(),
    member: { inside: { value: held() } },
    option: { k: "b" as const },
    open: null,
  };
  const createOne = boxes.createOne(({ input }) => {
    see(input.defaulted, input.prefaulted, input.caught, input.member, input.option, input.open);
    return row;
  });
  const withShape = boxes.getMany({ filter: queryShape, extra: queryShape, page: queryShape }, (args) => {
    see(args.filter, args.extra, args.page);
    return respond([], { links: {} });
  });
  return { api: t.router({ boxes: boxes.routes(createOne, withShape) }), withShape };
}

describeServers("what a definition holds is never shared by two requests", (serve) => {
  test.each<[name: string, sent: object]>([
    ["where nothing is sent", { member: {}, option: { k: "a" } }],
    ["where nothing fits", { member: { inside: {} }, option: { k: "a" }, caught: 7 }],
  ])("attributes, %s", async (_name, attributes) => {
    const seen: Seen = [];
    const { origin } = await serve(makeApi(seen).api);
    const text = JSON.stringify({ data: { type: "boxes", attributes } });
    for (let request = 0; request < 3; request++) {
      const response = await sendRaw(origin, "POST /api/boxes", { headers: { "content-type": MEDIA_TYPE }, text });
      expect(response.status).toBe(201);
    }
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toContain(write(held()));
    expect(seen[0]).toContain(write({ inside: { list: ["a"] } }));
    expect(kept).toEqual(held());
  });

  test("filters, extra parameters and page members", async () => {
    const seen: Seen = [];
    const { origin } = await serve(makeApi(seen).api);
    for (let request = 0; request < 3; request++) expectDocument(await sendRaw(origin, "GET /api/boxes"));
    const all = { defaulted: [7], prefaulted: [7], caught: [7], single: 7 };
    expect(new Set(seen).size).toBe(1);
    expect(JSON.parse(seen[0] ?? "")).toMatchObject([asDates(all), asDates(all), asDates(all)]);
    const short = "filter[caught]=2026-01-01&page[caught]=2026-01-01&caught=2026-01-01";
    for (let request = 0; request < 2; request++) expectDocument(await sendRaw(origin, `GET /api/boxes?${short}`));
    expect(new Set(seen).size).toBe(1);
    expect(dates).toEqual([new Date(7)]);
  });
});

describe("what a definition holds is never shared by two calls in process", () => {
  test("filters, extra parameters and page members", async () => {
    const seen: Seen = [];
    const { withShape } = makeApi(seen);
    for (let call = 0; call < 3; call++) await withShape({ ctx: {} } as never); // the type requires what has a catch
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(1);
    expect(dates).toEqual([new Date(7)]);
  });

  test("a page that is one schema", async () => {
    const seen: Seen = [];
    const t = trestle();
    const boxes = t.resource("boxes", { id: z.int(), attributes: {} });
    const page = z.array(z.date()).default(dates);
    const getMany = boxes.getMany({ page }, (args) => {
      seen.push(write(args.page));
      change(args.page);
      return respond([], { links: {} });
    });
    for (let call = 0; call < 3; call++) await getMany({ ctx: {} });
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(1);
    expect(dates).toEqual([new Date(7)]);
  });
});

function asDates(times: Readonly<Record<string, number | readonly number[]>>): unknown {
  return JSON.parse(JSON.stringify(times), (_name, value: unknown) =>
    typeof value === "number" ? new Date(value).toJSON() : value,
  );
}
