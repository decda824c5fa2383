export type ActionKind = "command" | "query" | "stream";

/** Whether an action belongs to one resource, to all resources of a type, or to the API. */
export type ActionPlace = "item" | "collection" | "api";
