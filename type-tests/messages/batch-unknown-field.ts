// message: 'nam' does not exist in type
import { createClient } from "trestle/client";
import type { BatchApi } from "../client-on-router/batch-api.js";

const client = createClient<BatchApi>({ url: "https://example.org/api" });

client.atomic((tx) => tx.users.create({ name: "Ann", nam: "" }));
