// message: the column of "id" holds string, but "id" is number. Name another column, or map it: columns: { id: mapped(…) }
import { pgTable, uuid } from "drizzle-orm/pg-core";
import { articles, columns, make, relationships } from "./shared/articles.js";

const { id: _, ...others } = columns;
make(pgTable("articles", { ...others, key: uuid().primaryKey() })).source(articles, { relationships });
