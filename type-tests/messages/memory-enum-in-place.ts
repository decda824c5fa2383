// message: Type '"draf"' is not assignable to type '"draft" | "published"'. Did you mean '"draft"'?
import { articles, data } from "./shared/kept-articles.js";

data.source(articles, { rows: [{ id: 1, title: "Zod", state: "draf", words: 3, author: 7, tenant: 7 }] });
