// message: ""operations" is a name that Trestle uses in paths and in the client. Rename it.
import { trestle } from "trestle";

const t = trestle();

t.router({}, { actions: { operations: t.command(() => undefined) } });
