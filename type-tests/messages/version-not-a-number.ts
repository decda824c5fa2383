// message: the version "text" must be z.int() or z.date(), never null.
import { trestle } from "trestle";
import { z } from "zod";

trestle().resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), version: z.int() },
  version: "text",
});
