// message: no attribute may be called "type"; JSON:API gives that name to every resource
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();

t.resource("notes", { id: z.int(), attributes: { type: z.string() } });
