// message: Did you mean 'tenant'?
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, scope: (ctx) => (row) => row.tenent === ctx.tenant });
