// message: Property 'user' is missing in type '{}' but required in type '{ user: string | null; }'.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle<{ user: string | null }>();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const getUser = users.getOne(({ id }) => ({ id, name: "" }));

getUser({ id: 1, ctx: {} });
