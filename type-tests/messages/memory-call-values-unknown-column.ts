// message: Did you mean to write 'tenant'?
import { articles, source } from "./shared/kept-articles.js";

articles.createOne((args) => source.createOne(args, { values: { tenent: 7 } }));
