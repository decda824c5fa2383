import { sql } from "drizzle-orm";
import { data, drizzleBed } from "../drizzle-bed.js";
import { memoryBed } from "../memory-bed.js";
import type { Target } from "./attack.js";
import { markedRows } from "./marked-rows.js";
import { serveBed } from "./world.js";

export function memoryTarget(rows = markedRows): Target {
  const bed = memoryBed(rows);
  return {
    reset: async () => {
      await bed.reset();
      return serveBed(bed, bed.transaction);
    },
    rowsOf: async (tenant) => {
      const args = { ctx: bed.ctx(tenant), filter: {}, sort: [], include: {}, fields: {}, page: undefined };
      const { authors, posts, tags } = bed.sources;
      const lists = await Promise.all([authors, posts, tags].map((source) => source.getMany(args)));
      return JSON.stringify(lists, (_, value) => (typeof value === "bigint" ? String(value) : value));
    },
  };
}

export async function postgresTarget(rows = markedRows): Promise<Target & { close(): Promise<unknown> }> {
  const bed = await drizzleBed(rows);
  return {
    close: () => bed.close(),
    reset: async () => {
      await bed.reset();
      return serveBed(bed, data.transaction);
    },
    rowsOf: async (tenant) => {
      const rows = await bed.ctx(tenant).db.execute(sql`select
        (select json_agg(p order by id) from posts p where tenant = ${tenant}) posts,
        (select json_agg(a order by id) from authors a where tenant = ${tenant}) authors,
        (select json_agg(t order by id) from tags t where tenant = ${tenant}) tags,
        (select json_agg(l order by post, tag) from post_tags l where post in (select id from posts where tenant = ${tenant})) links`);
      return JSON.stringify(rows.rows);
    },
  };
}
