// message: no rule for the filter "q": it names no field and operator of "tags" that fits its schema. Give one to the source: filters: { q: (value) => … }
import { trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const tags = trestle().resource("tags", { id: z.int(), attributes: { name: z.string() } });
memoryData()
  .source(tags)
  .routes({ getMany: { filter: { q: z.string() } }, getOne: true });
