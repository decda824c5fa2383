// message: Did you mean to write 'writable'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, writeable: () => undefined });
