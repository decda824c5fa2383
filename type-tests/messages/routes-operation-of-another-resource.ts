// message: Type '"tags"' is not assignable to type '"articles"'.
import { trestle } from "trestle";
import { z } from "zod";
import { source } from "./shared/articles.js";

const tags = trestle().resource("tags", { id: z.int(), attributes: { name: z.string() } });
source.routes(
  { getOne: true },
  tags.getMany(() => []),
);
