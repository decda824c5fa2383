// message: Type '"autor"' is not assignable to type '"author" | "watchers" | `author__${string}` | `watchers__${string}`'. Did you mean '"author"'?
import { at, tickets } from "../../tests/actions/tickets.js";

tickets.command({ returns: tickets, include: ["autor"] }, () => ({ id: 5, title: "x", created_at: at, author: 1 }));
