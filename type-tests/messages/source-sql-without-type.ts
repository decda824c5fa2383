// message: nothing says what the column of "words" holds. Write its type: .$type<…>() after a column, sql<…> before an expression, or columns: { words: mapped(…) }
import { sql } from "drizzle-orm";
import { articles, good, make, relationships } from "./shared/articles.js";

make(good).source(articles, { relationships, columns: { words: sql`length(${good.title})` } });
