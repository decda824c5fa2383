// message: Did you mean 'title'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, sorts: { length: (row) => row.titel.length } });
