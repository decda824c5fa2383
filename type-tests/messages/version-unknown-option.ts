// message: version: "require" is not an option.
import { trestle } from "trestle";
import { z } from "zod";

trestle().resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), version: z.int() },
  version: { field: "version", require: true },
});
