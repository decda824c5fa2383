import { integer, pgTable, text, uuid, varchar } from "drizzle-orm/pg-core";
import { toMany, toOne, trestle } from "trestle";
import { fromTable, tableResource } from "trestle/drizzle";
import { z } from "zod";

const users = pgTable("users", { id: uuid().primaryKey(), name: varchar({ length: 9 }).notNull(), hash: text() });
const notes = pgTable("notes", { id: integer().primaryKey(), kind: text().notNull(), body: text(), writer: uuid() });
const t = trestle();
export const withUuids = trestle<{ readonly user: string }>({ id: z.uuid() });
export const { toOne: toOneUuid, toMany: toUuids } = withUuids;

export const user = tableResource(t, "users", users, {
  omit: ["hash"],
  relationships: { notes: toMany("notes") },
  createFields: ["name"],
});
export const note = t.resource(
  "notes",
  fromTable(notes, {
    pick: ["body"],
    rename: { type_name: "kind", author: "writer" },
    attributes: { type_name: z.string().max(9) },
    relationships: { author: toOne("users", { id: z.uuid() }).nullable() },
    createFields: ["body", "author"],
  }),
);
export const owner = tableResource(withUuids, "owners", users, {
  omit: ["hash"],
  relationships: { boss: toOneUuid("owners") },
});
export const listUsers = user.getMany(() => []);
export const getNote = note.getOne(({ id }) => ({ id, body: null, type_name: "", author: null }));
export const api = t.router({ users: user.routes(listUsers), notes: note.routes(getNote) });
