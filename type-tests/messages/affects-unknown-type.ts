// message: affects "user": no resource "user" in this router.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
t.router({ users: users.routes(users.deleteOne({ affects: ["user"] }, () => {})) });
