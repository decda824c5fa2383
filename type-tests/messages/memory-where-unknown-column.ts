// message: Did you mean 'tenant'?
import { articles, source } from "./shared/kept-articles.js";

articles.getMany((args) => source.getMany(args, { where: (row) => row.tenent === 7 }));
