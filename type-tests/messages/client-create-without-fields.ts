// message: Type 'string' is not assignable to type 'NotAllowed<"a create accepts this field only if createFields contains it">'.
import { type ApiOf, trestle } from "trestle";
import { createClient } from "trestle/client";
import { z } from "zod";

const t = trestle();
const drafts = t.resource("drafts", { id: z.int(), attributes: { title: z.string() } });
const api = t.router({ drafts: drafts.routes(drafts.createOne(() => ({ id: 1, title: "Untitled" }))) });
interface Api extends ApiOf<typeof api> {}

const client = createClient<Api>({ url: "https://example.org/api" });

client.drafts.create({});
client.drafts.create({ title: "x" });
