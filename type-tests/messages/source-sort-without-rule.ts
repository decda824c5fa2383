// message: no rule for the sort "popularity": it names no field of "articles" or of a to-one relationship. Give one to the source: sorts: { popularity: … }
import { articles, source } from "./shared/articles.js";

articles.getMany({ sort: ["popularity"] }, (args) => source.getMany(args));
