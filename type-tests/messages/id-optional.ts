// message: is not assignable to type 'IdSchema'.
import { trestle } from "trestle";
import { z } from "zod";

trestle().resource("days", { id: z.int().optional(), attributes: {} });
