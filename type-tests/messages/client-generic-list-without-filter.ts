// message: NotAllowed<"this list requires filters: pass list({ filter })">
import { createClient, type ResourceName } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

export const table = <Name extends ResourceName<Api, "list">>(name: Name) => client[name].list();
