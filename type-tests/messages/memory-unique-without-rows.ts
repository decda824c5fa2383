// message: Type '"titel"' is not assignable to type '"author" | "comments" | "id" | "state" | "title" | "words"'. Did you mean '"title"'?
import { articles, data } from "./shared/kept-articles.js";

data.source(articles, { unique: [["titel"]] });
