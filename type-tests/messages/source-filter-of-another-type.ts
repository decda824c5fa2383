// message: no rule for the filter "words": it names no field and operator of "articles" that fits its schema. Give one to the source: filters: { words: (value) => … }
import { z } from "zod";
import { articles, source } from "./shared/articles.js";

articles.getMany({ filter: { words: z.string().optional() } }, (args) => source.getMany(args));
