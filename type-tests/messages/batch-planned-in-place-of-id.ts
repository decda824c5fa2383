// message: Type 'PlannedWrite<BatchApi, "users", "create">' is not assignable to type 'Planned<"notes">'.
import { createClient } from "trestle/client";
import type { BatchApi } from "../client-on-router/batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });

client.atomic((tx) => tx.notes.update(tx.users.create({ name: "Ann" }), { text: "" }));
