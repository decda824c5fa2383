// message: "reindex" is an action of the API. Pass it to t.router(…, { actions }).
import { reindex, users } from "../../tests/actions/tickets.js";

users.routes().actions({ reindex });
