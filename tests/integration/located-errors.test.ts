import { NotFound, respond, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/** The status, and the log's sentence about a list with one row. */
async function logOf(list: () => unknown, path = "/notes"): Promise<{ status: number; message: string; text: string }> {
  const t = trestle();
  const notes = t.resource("notes", {
    id: z.string(),
    attributes: {
      text: z.string().optional(),
      at: z.date().optional(),
      any: z.any(),
      dates: z.array(z.date()).optional(),
    },
  });
  const page = { after: z.string().optional() };
  const api = t.router({
    notes: notes.routes(
      notes.getMany({ page }, () => list() as never),
      notes.getOne(() => ({ id: "1" }) as never),
    ),
  });
  const messages: string[] = [];
  const handle = fetchHandler(api, { onError: ({ error }) => messages.push(String(error)) });
  const response = await handle(new Request(`http://localhost${path}`));
  return { status: response.status, message: messages.join(), text: await response.text() };
}

const failing = () => {
  throw new Error("No value today.");
};
const circle: Record<string, unknown> = {};
circle.circle = circle;

describe("a 500 because of a row names the resource, the id and the field", () => {
  test.each<[name: string, row: object, field: string]>([
    ["a bigint object", { id: "1", any: [Object(5n)] }, "any"],
    ["a circle", { id: "1", any: circle }, "any"],
    ["a getter that throws", { id: "1", get text() { return failing(); } }, "text"],
    ["a getter inside that throws", { id: "1", any: { get x() { return failing(); } } }, "any"],
    ["a toJSON that throws", { id: "1", any: { toJSON: failing } }, "any"],
    ["a proxy that throws", { id: "1", any: new Proxy({}, { ownKeys: failing }) }, "any"],
    ["a promise", { id: "1", text: Promise.resolve("a") }, "text"],
    ["a list of dates with a text", { id: "1", dates: ["a"] }, "dates.0"],
  ])("%s", async (_, row, field) => {
    const { status, message } = await logOf(() => [row]);
    expect(status).toBe(500);
    expect(message).toMatch(new RegExp(`^RowError: The row of notes "1" does not fit its declaration: "${field}" .*\\.$`));
  }); // biome-ignore format: a table

  test.each<[name: string, id: unknown, message: string]>([
    [
      "half of a surrogate pair",
      "\ud800",
      'The row of notes "\\ud800" does not fit its declaration: "id" contains half',
    ],
    ["an empty id", "", 'The row of notes "" does not fit its declaration: "id" is empty.'],
    ["an object", Object.create(null), 'The row of notes (its id is an object) does not fit its declaration: "id"'],
    [
      "a symbol",
      Symbol("a"),
      'The row of notes Symbol(a) does not fit its declaration: "id" is a symbol, not a string.',
    ],
  ])("%s", async (_, id, message) => {
    expect(await logOf(() => [{ id }])).toMatchObject({ status: 500, message: expect.stringContaining(message) });
  });

  test("an error for the client stays one", async () => {
    const row = { id: "1", get text() { throw new NotFound(); } }; // biome-ignore format: one line
    expect(await logOf(() => [row])).toMatchObject({ status: 404, message: "" });
  });
});

describe("a 500 because of meta or links says so", () => {
  test.each<[name: string, meta: object, message: string]>([
    ["a circle", circle, "respond: meta is an object, not a value that JSON can represent"],
    ["a getter that throws", { get x() { return failing(); } }, "respond: meta cannot be read: No value today."],
    ["a bigint object", { x: Object(5n) }, "respond: meta cannot be read: Do not know how to serialize a BigInt."],
    ["no object", { toJSON: () => "text" }, "respond: meta must be an object in JSON."],
    ["the reserved member", { toJSON: () => ({ trestle: 1 }) }, "respond: meta.trestle is reserved."],
  ])("%s", async (_, meta, message) => {
    const answer = await logOf(() => respond([], { meta: meta as never }));
    expect(answer).toMatchObject({ status: 500, message: expect.stringContaining(message) });
  }); // biome-ignore format: a table

  test("a link with half of a surrogate pair", async () => {
    const links = { next: { page: { after: "\ud800" } } };
    const message = 'A link cannot contain the text "\\ud800": it has half of a surrogate pair.';
    expect(await logOf(() => respond([], { links } as never))).toMatchObject({
      status: 500,
      message: expect.stringContaining(message),
    });
  });

  test("meta with a toJSON of its own is written", async () => {
    const { text } = await logOf(() => respond([], { meta: { toJSON: () => ({ total: 1 }) } as never }));
    expect(JSON.parse(text)).toMatchObject({ meta: { total: 1 } });
  });
});

test("a date travels as its time, not as its methods say", async () => {
  class Own extends Date {
    override toISOString(): string {
      return "SECRET";
    }
    override getTime(): number {
      return Number.NaN;
    }
  }
  const assigned = Object.assign(new Date(0), { toISOString: () => "SECRET", toJSON: () => "SECRET" });
  for (const date of [new Own(0), assigned]) {
    const { status, text } = await logOf(() => [{ id: "1", at: date, dates: [date] }]);
    const iso = new Date(0).toISOString();
    expect(status).toBe(200);
    expect(JSON.parse(text).data[0].attributes).toEqual({ at: iso, dates: [iso] });
  }
});
