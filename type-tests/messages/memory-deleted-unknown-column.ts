// message: Did you mean '"deleted_at"'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, deleted: "delete_at" });
