// message: Expected 2 arguments, but got 1.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const api = t.router({ users: users.routes(users.getOne(({ id }) => ({ id, name: "" }))) });

api.url("users__item");
