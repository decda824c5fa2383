// message: Type '() => { title: number; }' is not assignable to type '(ctx: { readonly tenant: number; }) => { readonly title: string; }'
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, values: () => ({ title: 5 }) });
