// message: Property 'user' is missing in type '{ usr: string | null; }' but required in type '{ user: string | null; }'.
import { trestle } from "trestle";

const t = trestle<{ user: string | null }>();

t.context(async (request: Request) => ({ usr: request.headers.get("x-user") }));
