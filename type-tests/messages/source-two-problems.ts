// message: '"the table has no column
import { pgTable } from "drizzle-orm/pg-core";
import { articles, columns, make, relationships } from "./shared/articles.js";

const { words: _, title: __, ...others } = columns;
make(pgTable("articles", others)).source(articles, { relationships });
