// message: Property '"~error"' is missing in type 'ErrorConstructor' but required in type 'AnyErrorClass'.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });

users.getMany({ errors: [Error] }, () => []);
