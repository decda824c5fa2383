// message: Type '"lst"' does not satisfy the constraint '"create" | "delete" | "find" | "get" | "list" | "related" | "relationship" | "rpc" | "update"'.
import type { ResourceName } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

export type Names = ResourceName<Api, "lst">;
