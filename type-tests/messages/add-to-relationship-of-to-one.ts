// message: Argument of type '"author"' is not assignable to parameter of type '"tags"'.
import { toMany, toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), pinned: z.boolean() },
  relationships: { author: toOne("users"), tags: toMany("tags") },
});

notes.addToRelationship("author", () => {});
