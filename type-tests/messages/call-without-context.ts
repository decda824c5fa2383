// message: Property 'ctx' is missing in type '{ id: number; }' but required in type 'CallGetOne<{ user: string | null; }
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle<{ user: string | null }>();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const getUser = users.getOne(({ id }) => ({ id, name: "" }));

getUser({ id: 1 });
