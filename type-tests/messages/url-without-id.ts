// message: NotAllowed<"this URL has an id: pass { id }">
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const api = t.router({ users: users.routes(users.getOne(({ id }) => ({ id, name: "" }))) });

api.url("users__item");
