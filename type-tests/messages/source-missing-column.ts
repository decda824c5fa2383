// message: the table has no column "title". Name one: columns: { title: … }
import { pgTable } from "drizzle-orm/pg-core";
import { articles, columns, make, relationships } from "./shared/articles.js";

const { title: _, ...untitled } = columns;
make(pgTable("articles", untitled)).source(articles, { relationships });
