// message: Argument of type 'number' is not assignable to parameter of type 'string'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.files.get(1);
