// message: 'name' does not exist in type '{ readonly id: string; readonly size: number; }'.
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.files.create({ id: "7a1c", size: 1, name: "x" });
