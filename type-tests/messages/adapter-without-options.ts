// message: NotAllowed<"the API needs a context: pass { context: t.context(…) }">
import { trestle } from "trestle";
import { z } from "zod";

import { fastifyPlugin } from "trestle/fastify";
const t = trestle<{ user: string | null }>();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const api = t.router({ users: users.routes() });

fastifyPlugin(api);
