// message: the column of "title" may be null, but "title" may not. Declare it .nullable(), or the column .notNull()
import { pgTable, text } from "drizzle-orm/pg-core";
import { columns, articles, make, relationships } from "./shared/articles.js";

make(pgTable("articles", { ...columns, title: text() })).source(articles, { relationships });
