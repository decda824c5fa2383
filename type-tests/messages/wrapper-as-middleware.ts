// message: Type 'Wrapper<{}, void>' is not assignable to type 'AnyMiddleware<{}>'.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const requireLogin = t.wrapper(() => {});

users.getMany({ middleware: [requireLogin] }, () => []);
