// message: Property '[totalOrHasMore]' is missing in type 'Envelope<{ id: number; name: string; }[]>' but required in type 'PagedEnvelope<
import { offsetPage, respond, trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });

users.getMany({ page: offsetPage() }, () => respond([{ id: 1, name: "Ann" }]));
