// message: "live" is a name that Trestle uses in paths and in the client. Rename it.
import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const live = t.resource("live", { id: z.int(), attributes: {} });

t.router({ live: live.routes() });
