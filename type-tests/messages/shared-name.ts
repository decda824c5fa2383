// message: "author" is both an attribute and a relationship; they share one namespace. Rename one.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();

t.resource("notes", { id: z.int(), attributes: { author: z.string() }, relationships: { author: toOne("users") } });
