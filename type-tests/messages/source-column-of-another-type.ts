// message: the column of "created_at" holds string, but "created_at" is Date. Name another column, or map it: columns: { created_at: mapped(…) }
import { pgTable, timestamp } from "drizzle-orm/pg-core";
import { columns, articles, make, relationships } from "./shared/articles.js";

make(pgTable("articles", { ...columns, created_at: timestamp({ mode: "string" }).notNull() })).source(articles, {
  relationships,
});
