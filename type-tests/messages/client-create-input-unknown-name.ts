// message: Type '"article"' does not satisfy the constraint '"articles" | "comments" | "files"'.
import type { CreateInput } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

export type Draft = CreateInput<Api, "article">;
