// message: Type '"shut"' is not assignable to type '"closed" | "open"'.
import { trestle } from "trestle";
import { z } from "zod";

const tickets = trestle().resource("tickets", { id: z.int(), attributes: { status: z.enum(["open", "closed"]) } });

tickets.command({ returns: tickets }, ({ id }) => ({ id, status: "shut" }));
