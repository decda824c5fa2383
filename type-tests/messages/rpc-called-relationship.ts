// message: an action called "relationship" would shadow the relationship endpoints. Rename it.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });

users.rpc("relationship", () => new Response());
