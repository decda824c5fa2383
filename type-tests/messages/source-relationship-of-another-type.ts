// message: the column of "comments" holds Date, but the ids of "articles" are number. Name another column
import { hasMany } from "trestle/drizzle";
import { articles, comments, good, make } from "./shared/articles.js";

make(good).source(articles, { relationships: { comments: hasMany(comments.other) } });
