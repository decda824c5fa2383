// message: Type '"titel"' is not assignable to type '"author" | "id" | "state" | "title" | "words" | `author__${string}`'. Did you mean '"title"'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, orderBy: [{ field: "titel", order: "asc" }] });
