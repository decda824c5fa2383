// message: clients must not set or hide the version "version". Remove it from createFields, editFields, writeOnly and visible.
import { trestle } from "trestle";
import { z } from "zod";

trestle().resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), version: z.int() },
  editFields: ["text", "version"],
  version: { field: "version", required: true },
});
