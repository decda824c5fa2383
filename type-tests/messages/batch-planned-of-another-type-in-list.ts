// message: Type 'PlannedWrite<BatchApi, "users", "create">' is not assignable to type 'Planned<"tags">'.
import { createClient } from "trestle/client";
import type { BatchApi } from "../client-on-router/batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });

client.atomic((tx) => {
  const ann = tx.users.create({ name: "Ann" });
  return tx.notes.relationship(1, "tags").add(["red", ann]);
});
