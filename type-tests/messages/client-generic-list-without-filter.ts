// message: Argument of type '[]' is not assignable to parameter of type 'ListArguments<Api, Name>'.
import { createClient, type ResourceName } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

export const table = <Name extends ResourceName<Api, "list">>(name: Name) => client[name].list();
