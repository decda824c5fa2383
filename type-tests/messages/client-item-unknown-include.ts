// message: Type '"autor"' does not satisfy the constraint 'IncludePaths<Api, "articles">'.
import type { Item } from "trestle/client";
import type { Api } from "../client-on-router/newsroom.js";

export type Article = Item<Api, "articles", "autor">;
