// message: Property 'text' is missing in type '{ id: number; author: number; }' but required in type '{ id: number; text: string; author: number | NestedRow<number>; }'.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  relationships: { author: toOne("users") },
});

notes.getMany(async () => [{ id: 1, author: 7 }]);
