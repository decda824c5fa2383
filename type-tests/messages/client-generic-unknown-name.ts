// message: Argument of type '"categories"' is not assignable to parameter of type '"articles" | "comments" | "files" | "users"'.
import { createClient, type ResourceName } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });

const read = <Name extends ResourceName<Api, "get">>(name: Name) => client[name].get("1");
read("categories");
