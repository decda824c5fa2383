// message: Did you mean to write 'title'?
import { z } from "zod";
import { articles, source } from "./shared/articles.js";

articles.getMany({ filter: { title: z.string().optional() } }, (args) =>
  source.getMany(args, { filter: { titel: () => undefined } }),
);
