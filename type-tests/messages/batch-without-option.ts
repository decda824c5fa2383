// message: Property 'atomic' does not exist on type 'Client<SingleApi>'.
import { createClient } from "trestle/client";
import type { SingleApi } from "../client-on-router/batch-api.js";

const client = createClient<SingleApi>({ url: "https://example.org/api" });

client.atomic(() => 1);
