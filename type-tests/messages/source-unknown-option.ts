// message: Did you mean to write 'writable'?
import { articles, good, make, relationships } from "./shared/articles.js";

make(good).source(articles, { relationships, writeable: () => undefined });
