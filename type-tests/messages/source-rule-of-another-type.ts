// message: the rule of the filter "q" does not take what its schema gives. Change the type of one of them
import { z } from "zod";
import { articles, source } from "./shared/kept-articles.js";

articles.getMany({ filter: { q: z.int().optional() } }, (args) => source.getMany(args));
