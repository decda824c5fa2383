// message: "merge" is an action of "tickets". Pass it to tickets.routes(…).actions.
import { merge, t, tickets, users } from "../../tests/actions/tickets.js";

t.router({ tickets: tickets.routes(), users: users.routes() }, { actions: { merge } });
