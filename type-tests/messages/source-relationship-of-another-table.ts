// message: "comments" leads to "comments", but its column is of the table "users". Name a column of "comments"
import { hasMany } from "trestle/drizzle";
import { articles, good, make, users } from "./shared/articles.js";

make(good).source(articles, { relationships: { comments: hasMany(users.id) } });
