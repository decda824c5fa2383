// message: 'author' does not exist in type 'NotAllowed<"the resource has no relationships">'.
import { trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const tags = trestle().resource("tags", { id: z.int(), attributes: { name: z.string() } });
memoryData()
  .source(tags)
  .routes({ getRelated: { author: true } });
