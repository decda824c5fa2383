// message: '"the table has no column "title". Name one: columns: { title: … } · the table has no column "words". Name one: columns: { words: … }"'
import { pgTable } from "drizzle-orm/pg-core";
import { articles, columns, make, relationships } from "./shared/articles.js";

const { title: _, words: __, ...others } = columns;
make(pgTable("articles", others)).source(articles, { relationships });
