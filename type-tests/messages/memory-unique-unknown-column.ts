// message: Type '"titel"' is not assignable to type '"author" | "comments" | "deleted_at" | "id" | "state" | "tenant" | "title" | "words"'. Did you mean '"title"'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, unique: [["tenant", "titel"]] });
