// message: Property 'filter' is missing in type
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const listUsers = users.getMany({ filter: { name: z.string() } }, () => []);

listUsers({ ctx: {} });
