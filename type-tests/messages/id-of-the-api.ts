// message: Type 'ZodDate' is not assignable to type 'IntegerId'.
import { trestle } from "trestle";
import { z } from "zod";

trestle({ id: z.date() });
