// message: Type '{ id: number; name: string; }[]' is not assignable to type 'OrPromise<RespondWithTotal<{ id: number; name: string; }>>'.
import { offsetPage, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });

users.getMany({ page: offsetPage() }, () => [{ id: 1, name: "Ann" }]);
