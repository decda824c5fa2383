// message: Property 'headers' does not exist on type 'UnknownRequest<"write (request: Request) here, or (request: FastifyRequest)">'.
import { trestle } from "trestle";

const t = trestle<{ user: string | null }>();

export const makeContext = t.context((request) => ({ user: request.headers.get("user") }));
