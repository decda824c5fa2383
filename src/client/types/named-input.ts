import type { AnyApi } from "../../define/types/routes.js";
import type { DefinitionOf } from "./access.js";
import type { ResourceName } from "./resource-name.js";
import type { Changes } from "./write-input.js";

/**
 * The input of a create: its create fields. A field is optional if it has a default or may be absent.
 *
 * @example
 * ```ts
 * import type { CreateInput } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const draft: CreateInput<Api, "articles"> = { title: "Drafts", content: "…", author: 7 };
 * await client.articles.create(draft);
 * ```
 */
export type CreateInput<TApi extends AnyApi, TName extends ResourceName<TApi, "create">> = DefinitionOf<
  TApi,
  TName
>["~sentToCreate"];

/**
 * The input of an update: any of its edit fields. A field that is missing or undefined does not change.
 *
 * @example
 * ```ts
 * import type { UpdateInput } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * const changes: UpdateInput<Api, "articles"> = { title: "A better title" };
 * await client.articles.update(1, changes);
 * ```
 */
export type UpdateInput<TApi extends AnyApi, TName extends ResourceName<TApi, "update">> = DefinitionOf<
  TApi,
  TName
>["~sentToEdit"] &
  Changes;
