// message: Type '{ usr: string | null; }' is not assignable to type 'OrPromise<{ user: string | null; }>'.
import { trestle } from "trestle";

const t = trestle<{ user: string | null }>();

t.context((request: Request) => ({ usr: request.headers.get("x-user") }));
