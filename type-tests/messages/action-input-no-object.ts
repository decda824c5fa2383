// message: the input of an action must be an object: z.object({ … }).
import { z } from "zod";
import { tickets } from "../../tests/actions/tickets.js";

tickets.command({ input: z.string() }, () => undefined);
