// message: 'wordz' does not exist in type
import { articles, source } from "./shared/articles.js";

articles.createOne((args) => source.createOne(args, { values: { wordz: 3 } }));
