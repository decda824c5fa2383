// message: tables.articles is not a table of drizzle-orm/pg-core. A view, or a table of another database, cannot be a source
import { pgView } from "drizzle-orm/pg-core";
import { articles, good, make, relationships } from "./shared/articles.js";

make(pgView("view").as((query) => query.select().from(good))).source(articles, { relationships });
