// message: the context of "articles" has no member "pool". Name the one that holds the database: drizzleData({ db: "…" })
import { drizzleData } from "trestle/drizzle";
import { articles, comments, good, relationships } from "./shared/articles.js";

drizzleData({ db: "pool", tables: { articles: good, comments } }).source(articles, { relationships });
