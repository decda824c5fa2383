// message: NotAllowed<"this operation declares no include paths">
import { createClient } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

client.files.get("7a1c", { include: ["owner"] });
