// message: "version" is the version, so clients must not set or hide it. Take it out of createFields, editFields, writeOnly and visible.
import { trestle } from "trestle";
import { z } from "zod";

trestle<{ isAdmin: boolean }>().resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), version: z.int() },
  visible: { version: ({ ctx }) => ctx.isAdmin },
  version: "version",
});
