// message: ""stream" is a name that Trestle uses in paths and in the client. Rename it.
import { trestle } from "trestle";

const t = trestle();

t.router({}, { actions: { stream: t.command(() => undefined) } });
