import type { Query } from "@tanstack/query-core";

// What is under the changes that are shown. Written where they are shown, and read by the rules, which load without that code.

/** The server's data, by the changed data that is shown instead. */
export const bases = new WeakMap<object, object>();

/** Data that arrived while a change was shown over it. It may be newer than the response to that change. */
export const readMeanwhile = new WeakMap<Query, object>();
