// message: Did you mean to write 'returns'?
import { z } from "zod";
import { tickets } from "../../tests/actions/tickets.js";

tickets.command({ input: z.object({}), retuns: tickets }, () => undefined);
