// message: no rule for the sort "hot": it names no field of "articles" or of a to-one relationship. Give one to the source: sorts: { hot: … }
import { source } from "./shared/articles.js";

source.routes({ getMany: { sort: ["hot"] } });
