// message: Argument of type '"comments"' is not assignable to parameter of type '"articles" | "categories" | "users"'.
import { createClient, type ResourceName } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

const table = <Name extends ResourceName<Api, "list">>(name: Name) => client[name].list();
table("comments");
