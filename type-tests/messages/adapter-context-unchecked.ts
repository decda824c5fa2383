// message: Property '[madeByTContext]' is missing in type '() => { user: null; }' but required in type 'ContextFactory<Request>'.
import { trestle } from "trestle";
import { z } from "zod";

import { fetchHandler } from "trestle/fetch";
const t = trestle<{ user: string | null }>();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const api = t.router({ users: users.routes() });

fetchHandler(api, { context: () => ({ user: null }) });
