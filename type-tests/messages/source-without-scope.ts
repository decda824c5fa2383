// message: Property 'scope' is missing in type
import { drizzleData } from "trestle/drizzle";
import { articles, comments, good, relationships } from "./shared/articles.js";

drizzleData({ db: "db", scope: "required", tables: { articles: good, comments } }).source(articles, { relationships });
