// message: tables.articles is a table of drizzle-orm/mysql-core, and sources are for Postgres and SQLite. Declare it with pgTable or sqliteTable, or write the handlers yourself
import { int, mysqlTable } from "drizzle-orm/mysql-core";
import { articles, make, relationships } from "./shared/articles.js";

make(mysqlTable("articles", { id: int().primaryKey() })).source(articles, { relationships });
