// message: Type '"versoin"' is not assignable to type '"text" | "version"'. Did you mean '"version"'?
import { trestle } from "trestle";
import { z } from "zod";

trestle().resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), version: z.int() },
  version: { field: "versoin", required: true },
});
