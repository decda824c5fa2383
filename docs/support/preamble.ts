// What an `@example` may use without importing it: the package's own names, Zod's `z`, and a client of the newsroom.
export * from "trestle";
export { z } from "zod";
export { client } from "./newsroom.js";
