// message: Did you mean 'tenant'?
import { articles, data } from "./shared/kept-articles.js";

data.source(articles, {
  rows: [{ id: 1, title: "Zod", state: "draft", words: 3, author: 7, tenant: 7 }],
  scope: (ctx) => (row) => row.tenent === ctx.tenant,
});
