// message: 'includ' does not exist in type 'CommonWriteOptions & Including<{ readonly db: unknown; readonly tenant: number; }, "author" | "comments">'. Did you mean to write 'include'?
import { source } from "./shared/articles.js";

source.routes({ editOne: { includ: ["author"] } });
