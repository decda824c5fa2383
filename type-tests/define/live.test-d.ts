import { toOne, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { liveChannel, memoryHub } from "trestle/live";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

interface Context {
  readonly tenant: string;
}

const t = trestle<Context>();
const users = t.resource("users", { id: z.int32(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});
const api = t.router(
  { notes: notes.routes(notes.deleteOne(() => {})), users: users.routes() },
  { actions: { ping: t.command(() => {}) } },
);

const live = liveChannel(api, {
  hub: memoryHub(),
  listens: (ctx: Context) => [ctx.tenant],
  audience: ({ ctx, type, id }) => {
    expectTypeOf(ctx).toEqualTypeOf<Context>();
    return [ctx.tenant, `${type} ${id}`];
  },
  hears: ({ ctx, notice }) => ctx.tenant !== notice.type,
});

test("publish knows the API's types, fields and relationships", () => {
  void live.publish({ type: "notes", id: 1, op: "update", fields: ["text"], relationships: ["author"] });
  void live.publish([
    { type: "users", op: "call" },
    { type: "notes", id: "1", op: "delete" },
  ]);
  // @ts-expect-error no such resource
  void live.publish({ type: "ghosts", op: "call" });
  // @ts-expect-error a field of another resource
  void live.publish({ type: "users", op: "update", fields: ["text"] });
  // @ts-expect-error no such relationship
  void live.publish({ type: "notes", op: "relate", relationships: ["text"] });
  // @ts-expect-error no such operation
  void live.publish({ type: "notes", op: "rename" });
});

test("an audience and listens belong together, and an adapter takes a channel only", () => {
  // @ts-expect-error listens is missing
  liveChannel(api, { hub: memoryHub(), audience: () => ["a"] });
  // @ts-expect-error audiences are lists
  liveChannel(api, { hub: memoryHub(), audience: () => "a", listens: () => ["a"] });
  const context = t.context(() => ({ tenant: "a" }));
  fetchHandler(api, { context, live });
  // @ts-expect-error not a channel
  fetchHandler(api, { context, live: {} });
});
