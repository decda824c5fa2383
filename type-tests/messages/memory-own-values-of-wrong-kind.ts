// message: Type '() => { tenant: string; }' is not assignable to type '(ctx: { readonly tenant: number; }) => { readonly tenant: number; }'
import { articles, data, rows } from "./shared/kept-articles.js";

data.source(articles, { rows, values: () => ({ tenant: "a" }) });
