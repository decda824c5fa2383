// message: this operation is not idempotent, so a key has no effect. Declare idempotent: true.
import { createClient } from "trestle/client";
import type { BatchApi } from "../client-on-router/batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });

client.atomic((tx) => tx.users.create({ name: "Ann" }), { key: "k" });
