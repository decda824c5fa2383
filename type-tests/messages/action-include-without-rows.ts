// message: include needs the resource whose rows are returned. Add returns: tickets.
import { tickets } from "../../tests/actions/tickets.js";

tickets.command({ include: ["author"] }, () => undefined);
