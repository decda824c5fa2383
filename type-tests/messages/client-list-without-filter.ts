// message: Expected 1 arguments, but got 0.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.categories.list();
