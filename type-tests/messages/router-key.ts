// message: "users" is registered as "people"; the key must be the type's name
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });

t.router({ people: users.routes() });
