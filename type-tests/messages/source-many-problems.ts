// message: 5 problems, three of them:
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { articles, make, relationships } from "./shared/articles.js";

const table = pgTable("articles", { id: text().primaryKey(), title: text(), author_id: text(), other: integer() });
make(table).source(articles, { relationships });
