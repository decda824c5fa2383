// message: Property 'delete' does not exist on type 'RegisteredMethods<BatchMethods<BatchApi, "users">, "create">'.
import { createClient } from "trestle/client";
import type { BatchApi } from "../client-on-router/batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });

client.atomic((tx) => tx.users.delete(1));
