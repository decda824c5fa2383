// message: no rule for the filter "words__contains": it names no field and operator of "articles" that fits its schema. Give one to the source: filters: { words__contains: (value) => … }
import { z } from "zod";
import { articles, source } from "./shared/articles.js";

articles.getMany({ filter: { words__contains: z.string().optional() } }, (args) => source.getMany(args));
