// message: atomic needs the option transaction. Add transaction: data.transaction, or a function that opens one.
import { t, tickets, users } from "../../tests/actions/tickets.js";

t.router({ tickets: tickets.routes(), users: users.routes() }, { atomic: true });
