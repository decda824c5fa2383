// message: an action has either returns (rows) or output (a value). Remove one.
import { z } from "zod";
import { tickets } from "../../tests/actions/tickets.js";

tickets.command({ returns: tickets, output: z.object({}) }, () => ({ id: 1 }));
