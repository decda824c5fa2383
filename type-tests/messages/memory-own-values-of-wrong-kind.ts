// message: Types of property 'tenant' are incompatible.
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, values: () => ({ tenant: "a" }) });
