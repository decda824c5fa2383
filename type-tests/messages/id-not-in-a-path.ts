// message: Type 'ZodDate' is not assignable to type 'IdSchema'.
import { trestle } from "trestle";
import { z } from "zod";

trestle().resource("days", { id: z.date(), attributes: {} });
