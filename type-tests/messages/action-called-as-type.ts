// message: an action called "users" would shadow the resource of that name. Rename it.
import { t, tickets, users } from "../../tests/actions/tickets.js";

t.router({ tickets: tickets.routes(), users: users.routes() }, { actions: { users: t.command(() => undefined) } });
