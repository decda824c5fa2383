// message: a GET action called "author" would shadow the related endpoint of that relationship. Rename it.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int(), attributes: {}, relationships: { author: toOne("users") } });

notes.rpc("author", { method: "GET" }, () => new Response());
