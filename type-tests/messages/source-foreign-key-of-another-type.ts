// message: the column of "author" holds string, but "author" is number. Name another column, or map it: columns: { author: mapped(…) }. Or say the kind of its ids: toOne("…", { id: z.string() })
import { pgTable, uuid } from "drizzle-orm/pg-core";
import { columns, articles, make, relationships } from "./shared/articles.js";

make(pgTable("articles", { ...columns, author_id: uuid() })).source(articles, { relationships });
