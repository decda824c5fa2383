// message: Property 'update' does not exist on type 'Client<Api>[Name]'.
import { createClient, type ResourceName } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

export const save = <Name extends ResourceName<Api, "list">>(name: Name) => client[name].update(1, {});
