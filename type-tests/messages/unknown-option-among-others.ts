// message: 'fliter' does not exist in type 'GetManyOptions & Including<{}, never>'. Did you mean to write 'filter'?
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });

users.getMany({ sort: ["name"], fliter: { name: z.string() } }, () => []);
