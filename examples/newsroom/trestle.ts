import { trestle } from "trestle";
import type { Db } from "./db/connect.js";

/** What every handler receives as `ctx`. */
export interface Context {
  readonly db: Db;
}

export const t = trestle<Context>();
