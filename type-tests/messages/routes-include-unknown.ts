// message: Type '"autor"' is not assignable to type '"author" | "comments" | `author__${string}` | `comments__${string}`'. Did you mean '"author"'?
import { source } from "./shared/articles.js";

source.routes({ getOne: { include: ["autor"] } });
