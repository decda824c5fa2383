import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createClient } from "../../src/client/index.js";
import { toMany, toOne, trestle } from "../../src/index.js";

const t = trestle();
const id = z.string().brand("UserId");
const number = z.int().brand("TeamId");
const users = t.resource("users", { id, attributes: { name: z.string() } });
const teams = t.resource("teams", { id: number, attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: {
    author: toOne("users", { id }),
    fans: toMany("users", { id }),
    team: toOne("teams", { id: number }),
  },
  createFields: ["text", "author", "fans", "team"],
  editFields: ["author"],
});
const row = { id: 1, text: "", author: id.parse("7"), fans: [id.parse("7")], team: number.parse(1) };

const api = t.router({
  users: users.routes(users.getOne((args) => ({ id: args.id, name: "Ann" }))),
  teams: teams.routes(),
  notes: notes.routes(
    notes.getOne(() => row),
    notes.createOne(() => row),
    notes.editOne(() => row),
    notes.editRelationship("author", ({ related }) => {
      expectTypeOf(related).toEqualTypeOf<z.output<typeof id>>();
    }),
    notes.addToRelationship("fans", () => {}),
  ),
});
const client = createClient<typeof api>({ url: "https://example.org" });

test("the client sends ids without a brand, as it reads them", async () => {
  const user = await client.users.get("7");
  expectTypeOf(user.id).toEqualTypeOf<string>();
  const note = await client.notes.get(1);
  expectTypeOf(note.author.id).toEqualTypeOf<string>();

  await client.users.get(note.author.id);
  await client.notes.create({ text: "", author: user.id, fans: [note.author.id], team: 1 });
  await client.notes.create({ text: "", author: user, fans: [note.author], team: "1" });
  await client.notes.update(1, { author: note.author.id });
  await client.notes.relationship(1, "author").set(user.id);
  await client.notes.relationship(1, "fans").add([user.id]);
  // @ts-expect-error a number
  await client.notes.update(1, { author: 7 });
});
