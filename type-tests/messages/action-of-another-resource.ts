// message: "merge" is an action of "tickets". Pass it to tickets.routes(…).actions.
import { merge, users } from "../../tests/actions/tickets.js";

users.routes().actions({ merge });
