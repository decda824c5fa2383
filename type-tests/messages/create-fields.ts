// message: Type '"txt"' is not assignable to type '"id" | "text" | "text?"'. Did you mean '"text"'?
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();

t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string() },
  createFields: ["txt"],
});
