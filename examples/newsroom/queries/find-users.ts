import { asc, desc, eq } from "drizzle-orm";
import type { Db } from "../db/connect.js";
import { contains } from "../db/contains.js";
import { users } from "../db/schema.js";
import { noSuch } from "./require.js";

export interface UserQuery {
  readonly filter: { readonly username__contains: string };
  readonly sort: readonly { readonly field: "username"; readonly order: "asc" | "desc" }[];
  readonly page: { readonly offset: number; readonly limit: number };
}

/** One page of the users that fit, and how many fit in all. */
export async function findUsers(db: Db, { filter, sort, page }: UserQuery) {
  const where = contains(users.username, filter.username__contains);
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(users)
      .where(where)
      .orderBy(...sort.map(({ field, order }) => (order === "desc" ? desc : asc)(users[field])), asc(users.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(users, where),
  ]);
  return { rows, total };
}

/** The user of this id. Throws NotFound. */
export async function getUserRow(db: Db, id: number) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) throw noSuch("user", id);
  return row;
}
