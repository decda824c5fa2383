// message: the callback of a batch must not be async. Read what it needs before.
import { createClient } from "trestle/client";
import type { BatchApi } from "../client-on-router/batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });

client.atomic(async (tx) => tx.users.create({ name: "Ann" }));
