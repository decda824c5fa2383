// message: Did you mean to write 'comments'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, relationships: { coments: { by: "article" } } });
