// message: Type 'number' is not assignable to type 'string'.
import { articles, data } from "./shared/kept-articles.js";

data.source(articles, { rows: [{ id: 1, title: 5, state: "draft", words: 3, author: 7, tenant: 7 }] });
