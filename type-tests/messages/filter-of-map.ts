// message: is not assignable to type 'QuerySchema'.
import { trestle } from "trestle";
import { z } from "zod";

const users = trestle().resource("users", { id: z.int(), attributes: { name: z.string() } });

users.getMany({ filter: { who: z.map(z.string(), z.string()) } }, () => []);
