// message: Type 'Middleware<{}, Record<never, never>, never>' has no call signatures.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const withUser = t.middleware(async ({ next }) => next());

users.getMany(withUser(() => []));
