// message: tables.articles is a view, but not one of Postgres. Declare it with pgView, or write the handlers yourself
import { integer, sqliteView } from "drizzle-orm/sqlite-core";
import { articles, make, relationships } from "./shared/articles.js";

make(sqliteView("view", { id: integer().primaryKey() }).existing()).source(articles, { relationships });
