// message: is missing the following properties from type '{ id: number; title: string; created_at: Date; author: number | NestedRow<number>; watchers?: readonly (number | NestedRow<number>)[] | undefined; }': created_at, author
import { tickets } from "../../tests/actions/tickets.js";

tickets.command({ returns: tickets }, async () => ({ id: 5, title: "x" }));
