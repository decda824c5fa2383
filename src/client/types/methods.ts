import type { Shape } from "../../define/types/endpoint.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { CallOptions } from "../send/options.js";
import type {
  DefinitionOf,
  EndpointsOf,
  IdInput,
  OfRelationship,
  RelatedName,
  RelationshipsOf,
  TypeName,
} from "./access.js";
import type { Actions } from "./action.js";
import type { Collection } from "./collection.js";
import type { DeclaredFailure, EngineFailure } from "./failure.js";
import type { FieldsInput, Mistyped, CheckedTypes, EndpointFilter, FindInput } from "./query-input.js";
import type { Included, Paths, Item } from "./item.js";
import type * as write from "./write.js";
import type { RelationshipMethod } from "./relationship.js";
import type { RpcMethod } from "./rpc.js";
import type { Single } from "./lazy-read.js";

/** The parts of the resource to read, and the options of the request. */
export interface ReadOptions<TApi extends AnyApi, TName extends TypeName<TApi>, TVia extends string, TPaths, TChosen>
  extends CallOptions {
  /** The relationships to include. */
  readonly include?: TPaths | undefined;
  /** The only fields to read, by type. */
  readonly fields?: TChosen & CheckedTypes<keyof TChosen, TApi, TName, TVia>;
}

/** All methods. It is one interface, so that TypeScript resolves only those that a program uses. */
export interface Methods<TApi extends AnyApi, TName extends TypeName<TApi>> {
  readonly get: GetMethod<TApi, TName>;
  readonly list: ListMethod<TApi, TName>;
  readonly find: FindMethod<TApi, TName>;
  readonly create: CreateMethod<TApi, TName>;
  readonly update: UpdateMethod<TApi, TName>;
  readonly delete: DeleteMethod<TApi, TName>;
  readonly related: RelatedMethod<TApi, TName>;
  readonly more: MoreMethod<TApi, TName>;
  readonly relationship: RelationshipMethod<TApi, TName>;
  readonly rpc: RpcMethod<TApi, TName>;
  /** Commands: `client.tickets.command.merge(5, input)`. */
  readonly command: Actions<TApi, TName, "command">;
  /** Queries: `client.tickets.query.stats(input)`. */
  readonly query: Actions<TApi, TName, "query">;
  /** Streams of events: `client.tickets.stream.changes(input)`. */
  readonly stream: Actions<TApi, TName, "stream">;
}

export interface GetMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Reads one resource. Lazy. */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["get"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
  >(
    id: IdInput<TApi, TName>,
    options?: ReadOptions<TApi, TName, "get", TPaths, TChosen>,
  ): Single<TApi, TName, Included<TPaths>, TChosen, "get">;
}

export interface ListMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Reads a list. Lazy: chain methods to say what to read. Filters may be in the options; those that the list requires must be. */
  (...options: ListArguments<TApi, TName>): Collection<TApi, TName>;
  // A call that lacks an argument matches only an overload whose `this` no value has: so the message says what to pass.
  (this: NotAllowed<"this list requires filters: pass list({ filter })">): Collection<TApi, TName>;
}

/**
 * The arguments of `list`: its options, with the filters that the list requires. As a rest parameter, they let a generic
 * function read the list of any resource.
 *
 * @example
 * ```ts
 * import type { ListArguments, ResourceName } from "trestle/client";
 * import type { Api } from "./newsroom.js";
 *
 * async function count<Name extends ResourceName<Api, "list">>(name: Name, ...options: ListArguments<Api, Name>) {
 *   return (await client[name].list(...options)).length;
 * }
 * await count("articles");
 * await count("users", { filter: { username__contains: "a" } });
 * ```
 */
export type ListArguments<TApi extends AnyApi, TName extends TypeName<TApi>> = ArgumentsByFilters<
  TApi["~routes"][TName]["~endpoint"]["list"]
>[TApi["~routes"][TName]["~endpoint"]["list"]["~filters"]];

// Members and not a condition: a generic function may then call `list()` if no resource of its bound requires filters.
interface ArgumentsByFilters<TEndpoint extends { readonly filter: Shape }> {
  readonly optional: [options?: CallOptions & { readonly filter?: EndpointFilter<TEndpoint> | undefined }];
  readonly required: [options: CallOptions & { readonly filter: FindInput<TEndpoint> }];
}

export interface FindMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /**
   * Reads exactly one resource by a filter. Lazy.
   *
   * @throws {NotFound} As a rejection, if no resource matches the filter.
   * @throws {Unexpected} As a rejection, code `ambiguous`, if more than one resource matches.
   */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["list"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
  >(
    filter: FindInput<TApi["~routes"][TName]["~endpoint"]["list"]>,
    options?: ReadOptions<TApi, TName, "list", TPaths, TChosen>,
  ): Single<TApi, TName, Included<TPaths>, TChosen, "list">;
}

export interface CreateMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Creates a resource. Sent at once. A relationship is an id, an identifier, or a fetched resource. */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["create"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
  >(
    input: DefinitionOf<TApi, TName>["~sentToCreate"],
    ...options: write.KeyedOptions<
      ReadOptions<TApi, TName, "create", TPaths, TChosen>
    >[TApi["~routes"][TName]["~endpoint"]["create"]["~key"]]
  ): write.ResourceWrite<TApi, TName, "create", Item<TApi, TName, Included<TPaths>, TChosen>>;
}

export interface UpdateMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /**
   * Updates a resource. Sent at once. Fields that are missing or undefined do not change. With the item in place of the id, the update
   * fails with a 412 if somebody else changed the item.
   */
  <
    TPaths extends Paths<TApi["~routes"][TName]["~endpoint"]["update"]["~includePath"]> = readonly [],
    TChosen extends FieldsInput<TApi> | Mistyped = {},
    TType = unknown,
  >(
    this: write.NoWholeItem<TType>,
    target: write.WriteTarget<TApi, TName>,
    input: DefinitionOf<TApi, TName>["~sentToEdit"] & write.Changing<TType>,
    options?: ReadOptions<TApi, TName, "update", TPaths, TChosen>,
  ): write.ResourceWrite<TApi, TName, "update", Item<TApi, TName, Included<TPaths>, TChosen>>;
}

export interface DeleteMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Deletes a resource. Sent at once. With the item in place of the id, it fails with a 412 if somebody else changed the item. */
  (
    target: write.WriteTarget<TApi, TName>,
    options?: CallOptions,
  ): write.Write<
    void,
    EngineFailure["delete"] | DeclaredFailure<EndpointsOf<TApi, TName>["delete"]> | write.VersionFailure<TApi, TName>
  >;
}

export interface RelatedMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /** Reads the related resource of a to-one, or the list of a to-many. Lazy. Filters may be in the options; those that it requires must be. */
  <const TRelationship extends RelatedName<TApi, TName>>(
    id: IdInput<TApi, TName>,
    relationship: TRelationship,
    options: RelatedOptions<RelatedVia<TApi, TName, TRelationship>>,
  ): RelatedRead<TApi, TName, TRelationship>;
  /** Reads the related resource of a to-one, or the list of a to-many. Lazy. */
  <const TRelationship extends RelatedName<TApi, TName>>(
    this: RelatedUnfiltered<RelatedVia<TApi, TName, TRelationship>>,
    id: IdInput<TApi, TName>,
    relationship: TRelationship,
  ): RelatedRead<TApi, TName, TRelationship>;
}

export interface MoreMethod<TApi extends AnyApi, TName extends TypeName<TApi>> {
  /**
   * The members of a to-many relationship that an item does not show, because a limit cut them. The list has the filters and the sort of the
   * include, and begins after the last member that the item shows. Lazy.
   *
   * @param item An item that the client read, with the relationship.
   * @returns The rest as a list of the related resources, without includes of its own. Undefined if the item shows all members, or if the related list has
   *   no page that begins there.
   *
   * @example
   * ```ts
   * import { fetchHandler } from "trestle/fetch";
   * import { createClient } from "trestle/client";
   * import { memoryData } from "trestle/memory";
   * import { type ApiOf, offsetPage, toMany, toOne, trestle } from "trestle";
   * import { z } from "zod";
   *
   * const t = trestle();
   * const posts = t.resource("posts", { id: z.int(), attributes: {}, relationships: { comments: toMany("comments") } });
   * const comments = t.resource("comments", { id: z.int(), attributes: { text: z.string() }, relationships: { post: toOne("posts") } });
   * const data = memoryData();
   * const rows = ["one", "two", "three"].map((text, index) => ({ id: index + 1, text, post: 1 }));
   * const commentRoutes = data.source(comments, { rows }).routes({});
   * const source = data.source(posts, { rows: [{ id: 1 }], relationships: { comments: { by: "post" } } });
   * const api = t.router({
   *   comments: commentRoutes,
   *   posts: source.routes({
   *     getOne: { include: ["comments"] },
   *     getRelated: { comments: { sort: ["id"], page: offsetPage({ limit: 10 }), included: true } },
   *   }),
   * });
   *
   * const client = createClient<ApiOf<typeof api>>({ url: "http://localhost", fetch: fetchHandler(api) });
   * const post = await client.posts.get(1).includeSome({ comments: { sort: ["-id"], limit: 2 } });
   * const rest = await client.posts.more(post, "comments"); // those that `post.comments` does not contain
   * if (post.comments[0]?.text !== "three" || rest?.[0]?.text !== "one") throw new Error("unreachable");
   * ```
   */
  <const TRelationship extends ManyName<TApi, TName>>(
    item: { readonly type: TName; readonly id: string } | undefined,
    relationship: TRelationship,
  ): RelatedRead<TApi, TName, TRelationship> | undefined;
}

/** The to-many relationships whose related resources can be read. */
type ManyName<TApi extends AnyApi, TName extends TypeName<TApi>> = {
  [K in RelatedName<TApi, TName>]: RelationshipsOf<TApi, TName>[K]["many"] extends true ? K : never;
}[RelatedName<TApi, TName>];

type RelatedVia<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship> = OfRelationship<
  EndpointsOf<TApi, TName>["related"],
  TRelationship
>;

interface RelatedFilters {
  readonly filter: Shape;
  readonly "~filters": "optional" | "required";
}

type RelatedOptions<TEndpoint extends RelatedFilters> = TEndpoint["~filters"] extends "required"
  ? CallOptions & { readonly filter: FindInput<TEndpoint> }
  : CallOptions & { readonly filter?: EndpointFilter<TEndpoint> | undefined };

type RelatedUnfiltered<TEndpoint extends RelatedFilters> = TEndpoint["~filters"] extends "required"
  ? NotAllowed<"this list requires filters: pass the option filter">
  : unknown;

type RelatedRead<TApi extends AnyApi, TName extends TypeName<TApi>, TRelationship extends string> = RelationshipsOf<
  TApi,
  TName
>[TRelationship]["target"] extends infer TTarget extends TypeName<TApi>
  ? RelationshipsOf<TApi, TName>[TRelationship]["many"] extends true
    ? Collection<TApi, TTarget, never, {}, `${TName}.${TRelationship}`>
    : Single<TApi, TTarget, never, {}, `${TName}.${TRelationship}`>
  : never;
