// message: tables.articles is a table of drizzle-orm/sqlite-core, and sources are for Postgres. Declare it with pgTable, or write the handlers yourself
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { articles, make, relationships } from "./shared/articles.js";

make(sqliteTable("articles", { id: integer().primaryKey() })).source(articles, { relationships });
