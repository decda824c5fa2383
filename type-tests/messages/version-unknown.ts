// message: Type '"versoin"' is not assignable to type 'VersionOption<"text" | "version"> | undefined'. Did you mean '"version"'?
import { trestle } from "trestle";
import { z } from "zod";

trestle().resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), version: z.int() },
  version: "versoin",
});
