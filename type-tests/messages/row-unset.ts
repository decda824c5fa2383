// message: Type 'string | symbol' is not assignable to type 'string'.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string() },
  editFields: ["name"],
});

users.editOne(({ id, input }) => ({ id, name: input.name }));
