// message: 'getMny' does not exist in type 'RoutesFor<Including<{ readonly db: unknown; readonly tenant: number; }, "author" | "comments">, Guarded<{ readonly db: unknown; readonly tenant: number; }>, "author" | "comments">'. Did you mean to write 'getMany'?
import { source } from "./shared/articles.js";

source.routes({ getOne: true, getMny: true });
