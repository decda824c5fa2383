// message: Types of property 'title' are incompatible.
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, values: () => ({ title: 5 }) });
