// message: the column of "author" holds string, but the ids of "users" are number. Say their kind, toOne("users", { id: z.string() }), or name another column: columns: { author: … }
import { pgTable, uuid } from "drizzle-orm/pg-core";
import { columns, articles, make, relationships } from "./shared/articles.js";

make(pgTable("articles", { ...columns, author_id: uuid() })).source(articles, { relationships });
