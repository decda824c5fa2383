import { drizzleData } from "trestle/drizzle";
import * as schema from "./db/schema.js";

/** Makes the handlers of resources from the tables of the same names. */
export const data = drizzleData({ db: "db", tables: schema });
