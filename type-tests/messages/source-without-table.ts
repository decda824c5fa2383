// message: drizzleData has no table for "articles". Add it: drizzleData({ tables: { articles: … } })
import { drizzleData } from "trestle/drizzle";
import { articles, relationships, users } from "./shared/articles.js";

drizzleData({ db: "db", tables: { users } }).source(articles, { relationships });
