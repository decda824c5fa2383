// message: Did you mean to write 'author'?
import { source } from "./shared/articles.js";

source.routes({ getOne: true, changeRelationship: { autor: true } });
