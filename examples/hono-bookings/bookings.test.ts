import type { AddressInfo } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { type ServerType, serve } from "@hono/node-server";
import { drizzle } from "drizzle-orm/pglite";
import { createClient } from "trestle/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, serverOf, TABLES } from "./api.js";

let postgres: PGlite;
let server: ServerType;
let clientOf: (company: number | string) => ReturnType<typeof createClient<Api>>;

beforeAll(async () => {
  postgres = await PGlite.create();
  await postgres.exec(TABLES);
  const { fetch } = serverOf(drizzle({ client: postgres }));
  const { port } = await new Promise<AddressInfo>((started) => {
    server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, started);
  });
  const url = `http://127.0.0.1:${port}/api`;
  clientOf = (company) => createClient<Api>({ url, headers: { "x-company": `${company}` } });
});
afterAll(async () => {
  await new Promise((closed) => server?.close(closed) ?? closed(undefined));
  await postgres?.close();
});

const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));

test("a room is booked once at a time; the next booking begins when it ends", async () => {
  const acme = clientOf(1);
  const room = await acme.rooms.create({ name: "Attic" });
  const book = (title: string, from: number, to: number) =>
    acme.bookings.create({ title, room: room.id, starts_at: at(from), ends_at: at(to) }).safe();

  const { data: first } = await book("Planning", 9, 11);
  expect(first?.starts_at).toEqual(at(9));
  const { error } = await book("Interview", 10, 12);
  expect([error?.status, error?.fields.starts_at]).toEqual([409, ["The room is booked at that time."]]);
  expect((await book("Interview", 11, 12)).error).toBe(undefined);

  const backwards = await book("Time travel", 14, 13);
  expect(backwards.error?.status).toBe(422); // the range itself is refused, before the check is
  const { error: moved } = await acme.bookings.update(String(first?.id), { ends_at: at(12) }).safe();
  expect([moved?.status, moved?.fields.starts_at]).toEqual([409, ["The room is booked at that time."]]);

  const morning = await acme.bookings
    .list()
    .filter({ room: room.id, starts_at__lt: at(11), ends_at__gt: at(8) })
    .include("room");
  expect(morning.map(({ title, room }) => `${title} in ${room.name}`)).toEqual(["Planning in Attic"]);
});

test("twenty who book the same hour at once: one of them gets it", async () => {
  const acme = clientOf(1);
  const { id: room } = await acme.rooms.create({ name: "Cellar" });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      acme.bookings.create({ title: `Number ${n}`, room, starts_at: at(9), ends_at: at(10) }).safe(),
    ),
  );
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.status === 409)).toHaveLength(19);
});

test("a company sees, books and deletes only its own; names are unique within a company", async () => {
  const [acme, globex] = [clientOf(2), clientOf(3)];
  const room = await acme.rooms.create({ name: "Library" });
  const booking = await acme.bookings.create({ title: "Board", room: room.id, starts_at: at(9), ends_at: at(10) });
  expect((await acme.rooms.create({ name: "Library" }).safe()).error?.status).toBe(409);

  expect((await globex.rooms.create({ name: "Library" })).name).toBe("Library");
  expect(await globex.bookings.list()).toHaveLength(0);
  expect((await globex.bookings.get(booking.id).safe()).error?.status).toBe(404);
  expect((await globex.rooms.delete(room.id).safe()).error?.status).toBe(404);
  const foreign = { title: "Spy", room: room.id, starts_at: at(11), ends_at: at(12) };
  expect((await globex.bookings.create(foreign).safe()).error?.fields.room).toBeDefined();
});

test.each(["", "acme", "1.5", "99999999999"])(
  "a request without the number of a company is refused: %j",
  async (company) => {
    const { error } = await clientOf(company).rooms.list().safe();
    expect([error?.status, error?.errors[0]?.detail]).toEqual([
      400,
      "Say in the header x-company which company you are, such as 1.",
    ]);
  },
);
