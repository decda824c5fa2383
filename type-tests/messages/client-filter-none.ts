// message: 'email' does not exist in type 'NotAllowed<"this list is registered without filter">'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.users.list().filter({ email: "x" });
