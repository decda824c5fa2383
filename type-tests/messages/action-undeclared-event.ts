// message: Type '"change"' is not assignable to type '"changed"'.
import { z } from "zod";
import { tickets } from "../../tests/actions/tickets.js";

tickets.stream({ events: { changed: z.int() } }, async function* () {
  yield { event: "change" as const, data: 1 };
});
