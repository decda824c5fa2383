// message: no rule for the filter "q": it names no field and operator of "articles" that fits its schema. Give one to the source: filters: { q: (value) => … }
import { z } from "zod";
import { articles, source } from "./shared/articles.js";

articles.getMany({ filter: { q: z.string().optional() } }, (args) => source.getMany(args));
