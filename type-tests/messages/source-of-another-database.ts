// message: tables.articles is not a table of drizzle-orm/pg-core. A view, or a table of another database, cannot be a source
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { articles, make, relationships } from "./shared/articles.js";

make(sqliteTable("articles", { id: integer().primaryKey() })).source(articles, { relationships });
