// An API as the router's type has it, written by hand: it tests the client's types against the contract alone.
import type { z } from "zod";
import type { Definition } from "../../src/define/types/definition.js";
import type {
  CreateEndpoint,
  DeleteEndpoint,
  GetEndpoint,
  ListEndpoint,
  RelatedEndpoint,
  RelationshipEndpoint,
  RpcEndpoint,
  UpdateEndpoint,
} from "../../src/define/types/endpoint.js";
import type { DeclaredError } from "../../src/define/errors.js";
import type { ToMany, ToOne } from "../../src/define/types/relationship.js";
import type { Routes } from "../../src/define/types/routes.js";

type Missing = DeclaredError<404, "not_found">;
type Taken = DeclaredError<409, "conflict">;
type Sort<TKey extends string> = TKey | `-${TKey}`;

interface OffsetPage {
  readonly "~page": "offset";
}
interface NumberPage {
  readonly "~page": "number";
}

type Articles = Definition<
  z.ZodInt,
  {
    readonly title: z.ZodString;
    readonly content: z.ZodString;
    readonly published: z.ZodDefault<z.ZodBoolean>;
    readonly created_at: z.ZodDate;
    readonly views: z.ZodBigInt;
    readonly subtitle: z.ZodOptional<z.ZodString>;
    readonly secret: z.ZodString;
    readonly place: z.ZodObject<{ city: z.ZodString; since: z.ZodDate }>;
  },
  {
    readonly author: ToOne<"users", number, null>;
    readonly editor: ToOne<"users", number, undefined>;
    readonly owner: ToOne<"users", number>;
    readonly categories: ToMany<"categories", number, true>;
    readonly comments: ToMany<"comments", string, false>;
  },
  | "title"
  | "content"
  | "published"
  | "created_at"
  | "views"
  | "subtitle"
  | "secret"
  | "author"
  | "editor"
  | "owner"
  | "categories",
  "title" | "subtitle" | "created_at" | "author" | "comments",
  "secret"
>;

type ArticleFilter = {
  readonly title__contains: z.ZodOptional<z.ZodString>;
  readonly author: z.ZodType<number | null | undefined, number | string | null | undefined>;
  readonly since: z.ZodOptional<z.ZodDate>;
  readonly ids: z.ZodOptional<z.ZodArray<z.ZodInt>>;
};

type ArticlePaths =
  | "author"
  | "owner"
  | "categories"
  | "comments"
  | "comments__article"
  | "author__articles__categories";

type Users = Definition<
  z.ZodInt,
  { readonly username: z.ZodString; readonly email: z.ZodNullable<z.ZodString> },
  { readonly articles: ToMany<"articles", number, false> },
  never,
  never,
  never
>;

type Categories = Definition<z.ZodInt, { readonly name: z.ZodString }, {}, never, never, never>;

type Comments = Definition<
  z.ZodUUID,
  { readonly text: z.ZodString },
  { readonly article: ToOne<"articles", number> },
  "id" | "text" | "article",
  "text",
  never
>;

export interface Api {
  readonly "~routes": {
    readonly articles: Routes<
      "articles",
      Articles,
      | GetEndpoint<ArticlePaths, true, Missing>
      | ListEndpoint<
          ArticleFilter,
          Sort<"title" | "created_at">,
          OffsetPage,
          { readonly custom_thing: z.ZodOptional<z.ZodString> },
          ArticlePaths,
          true,
          never
        >
      | CreateEndpoint<"author", true, Taken>
      | UpdateEndpoint<"author" | "comments", true, Missing | Taken>
      | DeleteEndpoint<Missing>
      | RelatedEndpoint<"author", {}, never, undefined, {}, "articles", true, Missing>
      | RelatedEndpoint<"owner", {}, never, undefined, {}, never, true, never>
      | RelatedEndpoint<"categories", {}, Sort<"name">, NumberPage, {}, never, true, never>
      | RelationshipEndpoint<"author", "set", Missing>
      | RelationshipEndpoint<"categories", "add", Missing>
      | RelationshipEndpoint<"categories", "remove", never>
      | RelationshipEndpoint<"categories", "reset", never>
      | RelationshipEndpoint<"comments", "get", never>
      | RpcEndpoint<"publish", "PUT", { readonly published: boolean }, never>
      | RpcEndpoint<"notify", "POST", unknown, never>
    >;
    readonly users: Routes<
      "users",
      Users,
      | ListEndpoint<{}, string, z.ZodInt, {}, never, false, DeclaredError<401, "unauthorized">>
      | GetEndpoint<never, false, never>
      | RelatedEndpoint<
          "articles",
          { readonly q: z.ZodOptional<z.ZodString> },
          Sort<"title">,
          OffsetPage,
          {},
          "author",
          true,
          Missing
        >
    >;
    readonly categories: Routes<
      "categories",
      Categories,
      ListEndpoint<
        { readonly name: z.ZodString; readonly kind: z.ZodOptional<z.ZodString> },
        never,
        { readonly after: z.ZodOptional<z.ZodString>; readonly size: z.ZodInt },
        {},
        never,
        true,
        never
      >
    >;
    readonly comments: Routes<
      "comments",
      Comments,
      GetEndpoint<"article", true, never> | CreateEndpoint<never, true, never> | UpdateEndpoint<never, true, never>
    >;
  };
  readonly "~actions": {};
  readonly "~members": Readonly<Record<"articles" | "users" | "categories" | "comments", "resource">>;
}
