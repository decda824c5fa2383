// message: nothing says how "comments" is stored. Write relationships: { comments: hasMany(…) } or manyToMany(…)
import { articles, good, make } from "./shared/articles.js";

make(good).source(articles, {});
