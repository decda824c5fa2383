// message: Type 'PlannedWrite<BatchApi, "tags", "create">' is not assignable to type 'Planned<"users">'.
import { createClient } from "trestle/client";
import type { BatchApi } from "../client-on-router/batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });

client.atomic((tx) => tx.notes.create({ text: "", author: tx.tags.create({ id: "red" }), tags: [] }));
