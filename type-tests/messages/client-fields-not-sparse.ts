// message: NotAllowed<"this operation is registered with sparse: false, and takes no fields">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.users.list().fields({ users: ["email"] });
