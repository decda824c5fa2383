// message: Type '"users"' does not satisfy the constraint '"articles"'.
import type { UpdateInput } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

export type Changes = UpdateInput<Api, "users">;
