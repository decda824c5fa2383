// message: Property 'tenant' is missing in type '{ db: unknown; }' but required in type
import { trestle } from "trestle";
import { z } from "zod";
import { source } from "./shared/articles.js";

trestle<{ db: unknown }>().resource("articles", { id: z.int(), attributes: {} }).deleteOne(source.deleteOne);
