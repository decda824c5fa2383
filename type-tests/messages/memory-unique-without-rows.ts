// message: Type '"titel"' is not assignable to type '"author" | "comments" | "id" | "state" | "tenant" | "title" | "words"'. Did you mean '"title"'?
import { articles, data } from "./shared/kept-articles.js";

data.source(articles, { values: (ctx) => ({ tenant: ctx.tenant }), unique: [["tenant", "titel"]] });
