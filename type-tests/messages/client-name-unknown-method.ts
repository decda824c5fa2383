// message: Type '"lst"' does not satisfy the constraint '"command" | "create" | "delete" | "find" | "get" | "list" | "more" | "query" | "related" | "relationship" | "rpc" | "stream" | "update"'.
import type { ResourceName } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

export type Names = ResourceName<Api, "lst">;
