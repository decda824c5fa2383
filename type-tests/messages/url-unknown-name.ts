// message: Argument of type '"users__list"' is not assignable to parameter of type '"users__collection" | "users__item"'.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const api = t.router({
  users: users.routes(
    users.getMany(() => []),
    users.deleteOne(() => {}),
  ),
});

api.url("users__list");
