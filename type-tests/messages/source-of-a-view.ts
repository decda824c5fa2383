// message: tables.articles is a view, and a source needs a table. Use the table that it reads from, or write the handlers yourself
import { pgView } from "drizzle-orm/pg-core";
import { articles, good, make, relationships } from "./shared/articles.js";

make(pgView("view").as((query) => query.select().from(good))).source(articles, { relationships });
