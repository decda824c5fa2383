// message: Type '{ banned: boolean; }' is not assignable to type 'Promise<Response> | Response'.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });

users.rpc("ban", () => ({ banned: true }));
