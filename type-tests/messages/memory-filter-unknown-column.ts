// message: Did you mean 'title'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, filters: { q: (text: string) => (row) => row.titel.includes(text) } });
