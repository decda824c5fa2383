// message: the table has no column "teamId", so say which rows a tenant sees: scope: through("…"), scope: (ctx) => …, or scope: "none".
import { integer, pgTable } from "drizzle-orm/pg-core";
import { drizzleData } from "trestle/drizzle";
import { articles, columns, comments, good, relationships } from "./shared/articles.js";

const tables = { articles: good, comments, teams: pgTable("teams", { ...columns, teamId: integer() }) };
drizzleData({ db: "db", tables, tenant: { column: "teamId", of: () => 1 } }).source(articles, { relationships });
