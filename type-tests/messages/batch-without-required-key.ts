// message: Expected 2 arguments, but got 1.
import { createClient } from "trestle/client";
import type { StrictBatchApi } from "../client-on-router/batch-api.js";

const client = createClient<StrictBatchApi>({ url: "https://example.org/api" });

client.atomic((tx) => tx.users.create({ name: "Ann" }));
