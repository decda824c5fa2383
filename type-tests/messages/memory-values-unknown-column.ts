// message: no row of the option rows has a column "tenent". Correct the name, or add it to a row.
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, values: (ctx) => ({ tenent: ctx.tenant }) });
