// message: Type '"auther"' is not assignable to type '"author" | "tags" | `author__${string}` | `tags__${string}`'. Did you mean '"author"'?
import { toMany, toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), pinned: z.boolean() },
  relationships: { author: toOne("users"), tags: toMany("tags") },
});

notes.getOne({ include: ["auther"] }, () => ({ id: 1, text: "", pinned: true, author: 7 }));
