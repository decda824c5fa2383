import { trestle } from "trestle";
import { drizzleData } from "trestle/drizzle";
import type { Db } from "./db.js";
import * as schema from "./schema.js";

export interface Context {
  readonly db: Db;
  readonly user: number;
}

export const t = trestle<Context>();
export const data = drizzleData({ db: "db", tables: schema });
