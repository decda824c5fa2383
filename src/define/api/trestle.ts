import type { z } from "zod";
import { actionMethods, API_RESOURCE } from "./action.js";
import type { RegisteredProblems } from "../checks/router-conflicts.js";
import type { DeclaredError, ErrorClass } from "../errors.js";
import { withWrapper } from "../model/handler-check.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import type { OperationSpec } from "../model/operation.js";
import type { Router } from "../model/router.js";
import type { RegisterActions } from "../types/action.js";
import type { ActionRecord, EndpointsOfActions } from "../types/action-endpoint.js";
import type { ApiContext, ResourceContext } from "../types/resource-context.js";
import type * as context from "../types/context.js";
import type { IdSchema, Schema, Shape } from "../types/endpoint.js";
import type { List } from "../types/name-list.js";
import type { IntegerId, MakeToMany, MakeToOne, TextId } from "../types/relationship.js";
import type { Relationship } from "../types/relationship-shape.js";
import type { Resource } from "../types/resource.js";
import type { RegisteredRecord } from "../types/routes.js";
import type { DeclaredRouterOptions, RouterOptions } from "../types/router-options.js";
import { checkOptionNames } from "../model/names.js";
import type { VersionOption, VersionProblem } from "../types/definition.js";
import type { IsVisible } from "../model/resource.js";
import { toMany, toOne } from "./relationship.js";
import { INTEGER_ID } from "./ref.js";
import { checkedIdKind, type RawConfig, makeResource } from "./resource.js";
import { makeRouter } from "./router.js";

/** The member names that JSON:API reserves, with the message that the compiler prints. */
interface Reserved<TField extends string> {
  readonly type?: `no ${TField} may be called "type"; JSON:API gives that name to every resource.`;
  readonly id?: `no ${TField} may be called "id"; JSON:API gives that name to every resource.`;
  readonly lid?: `no ${TField} may be called "lid"; JSON:API gives that name to every resource.`;
}

/** Forbids names that are both an attribute and a relationship. `infer` saves instantiations: see docs/evidence/type-cost.md */
type Apart<A, R> = Shared<keyof A & keyof R & string> extends infer TShared ? TShared : never;

type Shared<TName extends string> = {
  readonly [K in TName]?: `"${K}" is both an attribute and a relationship; they share one namespace. Rename one.`;
};

type NoFields<TNames extends string> = { readonly [K in TNames]: `visible contains "${K}", which is not a field.` };

type RelationshipRecord = { readonly [name: string]: Relationship };

/** The configuration of `t.resource`. */
export interface ResourceConfig<
  I extends Schema,
  A extends Shape,
  R extends RelationshipRecord,
  C extends PropertyKey,
  E extends PropertyKey,
  W extends PropertyKey,
  V extends string,
  X,
  TBase,
> {
  /**
   * The schema of the id in a path: `z.int()`, `z.string()` or `z.uuid()`. In documents an id is always a string. The default is the
   * option `id` of `trestle`, or else `z.int()`.
   */
  readonly id?: I;
  readonly attributes: A & Reserved<"attribute">;
  readonly relationships?: R & Reserved<"relationship"> & Apart<A, R>;
  /**
   * The fields that a create accepts. With `"id"`, clients must choose the ids. With a question mark, as in `"note?"`, a client may
   * omit the field, but every row contains it. The handler's input then contains the default of the schema, or no `note` without a default.
   */
  readonly createFields?: List<C>;
  /** The fields that an edit accepts. */
  readonly editFields?: List<E>;
  /** The fields that clients can write but not read. They are not part of a row. */
  readonly writeOnly?: List<W>;
  /**
   * Decides who can see a field. Trestle calls each function once per request, with the context from `t.context`, before any
   * middleware. If it returns false, the field behaves as if it had never been declared.
   */
  // The first part makes editors complete the names.
  readonly visible?: { readonly [K in keyof NoInfer<A> | keyof NoInfer<R>]?: IsVisible<TBase> } & {
    readonly [K in V]: IsVisible<TBase>;
  } & NoFields<Exclude<V, keyof A | keyof R>>;
  /**
   * The attribute that changes with every change of a resource: an integer that the server counts up, or a date. Responses then have an
   * `ETag`, and changes with `If-Match` fail with a 412 if somebody else changed the resource. With `required`, changes
   * without `If-Match` are a 428.
   */
  readonly version?: X & VersionProblem<A, X, C | E | W | V>;
}

/** The member `atomic` of the client, if the router has this option. */
type AtomicMember<X> = X extends undefined
  ? unknown
  : {
      readonly atomic: X extends { readonly idempotent: infer TKey }
        ? TKey extends "required"
          ? "atomic:required"
          : TKey extends true
            ? "atomic:optional"
            : "atomic"
        : "atomic";
    };

/** Declares an API: its context, middleware, resources and router. */
export interface Trestle<TBase, TContext, TError extends DeclaredError, TId extends IdSchema = IntegerId>
  extends RegisterActions<ApiContext<TBase, TContext, TError>, "api"> {
  readonly "~id": TId;

  /**
   * As `toOne`, but the default of `id` is the option `id` of `trestle`: `t.toOne("users")`. It may be called by itself: `const { toOne, toMany } = t`.
   *
   * @param options.id The schema of the target's ids, if they have another type.
   * @param options.ids With a list of types: the schemas of ids by resource, if they have another type.
   */
  readonly toOne: MakeToOne<TId>;

  /** As `toMany`, but the default of `id` is the option `id` of `trestle`: `t.toMany("tags", { linkage: true })`. It takes the same options. */
  readonly toMany: MakeToMany<TId>;

  /**
   * Declares a resource.
   *
   * @param type The type name, usually a plural: the first segment of the paths.
   * @param config The id, the attributes, the relationships and the fields that clients may write.
   * @returns The resource. A name that is not legal, or a list with a name that is not a field, is thrown by `router`, and by each call.
   */
  resource<
    const N extends string,
    A extends Shape,
    I extends IdSchema = TId,
    R extends RelationshipRecord = {},
    const C extends keyof A | keyof R | "id" | `${(keyof A | keyof R) & string}?` = never,
    const E extends keyof A | keyof R = never,
    const W extends keyof A | keyof R = never,
    V extends string = never,
    const X extends VersionOption<keyof A> = never,
  >(
    type: N,
    config: ResourceConfig<I, A, R, C, E, W, V, X, TBase>,
  ): Resource<ResourceContext<N, TBase, TContext, TError, I, A, R, C, E, W, V, X>>;

  /**
   * Returns the same API with middleware around the handlers of what you make from it; the first runs first. The list of an
   * operation replaces it. Made by its `router`, an API also runs it for `GET /live` and `POST /operations`.
   */
  use<const M extends readonly context.AnyMiddleware<TBase>[]>(
    ...middleware: M
  ): Trestle<TBase, TContext & context.AddOf<M>, TError | context.MiddlewareError<M>, TId>;

  /**
   * Makes a middleware. It runs around handlers, and `next` adds its argument to their context.
   *
   * @param options.errors The errors that it throws, for the client's types and the OpenAPI description.
   */
  middleware<TAdd extends object>(
    run: (args: context.MiddlewareArgs<TBase>) => Promise<context.NextResult<TAdd>>,
  ): context.Middleware<TBase, TAdd>;
  middleware<TAdd extends object, const L extends readonly ErrorClass[]>(
    options: { readonly errors: L },
    run: (args: context.MiddlewareArgs<TBase>) => Promise<context.NextResult<TAdd>>,
  ): context.Middleware<TBase, TAdd, L[number]["~error"]>;

  /**
   * Makes a wrapper for a single handler, such as a login check. It runs before the handler, and the object that it returns is
   * added to the handler's context.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a check that adds nothing returns nothing
  wrapper<TAdd extends object | void>(
    before: (args: { readonly ctx: TBase; readonly signal: AbortSignal }) => TAdd | Promise<TAdd>,
  ): Wrapper<TBase, TAdd>;

  /** Declares the function that makes the context of each request. Pass the result to an adapter. */
  context<TRequest = context.UnknownRequest<"write (request: Request) here, or (request: FastifyRequest)">>(
    make: context.MakeContext<TRequest, TBase>,
  ): context.ContextFactory<TRequest>;

  /**
   * Makes the API from the routes of every resource, by type name. Conflicts between resources do not compile, and throw: an
   * include path that does not resolve, an unknown target, or ids of another type. A handler of `getRelated` that returns
   * rows of another resource does not compile.
   *
   * @throws {TypeError} One error with all mistakes of resources, sources and operations.
   * @param options.actions Actions of the API itself: `{ actions: { login } }` is `POST /login`.
   * @param options.transaction Runs writes of resources with a `version` in a transaction.
   * @param options.atomic Serves `POST /operations`: several writes in one transaction.
   */
  router<R extends RegisteredRecord, A extends ActionRecord = {}, const X = undefined>(
    routes: [RegisteredProblems<R>] extends [never] ? R : RegisteredProblems<R>,
    options?: RouterOptions<TBase, A, keyof R, X>,
  ): Router<
    { [N in keyof R]: R[N]["~routes"] },
    {} extends TBase ? false : true,
    EndpointsOfActions<A>,
    { readonly [N in keyof R]: "resource" } & { readonly [K in A[keyof A]["~kind"]]: K } & AtomicMember<X>
  >;
}

/** Wraps a handler: `articles.getOne(requireLogin(async ({ id, ctx }) => …))`. */
export interface Wrapper<TBase, TAdd> {
  <TArgs extends { readonly ctx: TBase }, TResult>(
    handler: (args: TArgs & { readonly ctx: TAdd extends object ? TAdd : unknown }) => TResult,
  ): (args: TArgs) => Promise<Awaited<TResult>>;
}

type BeforeHandler = (args: { ctx: object; signal: AbortSignal }) => unknown;

interface IdOption {
  readonly id?: z.ZodType;
}

// The options of the two overloads by name, because compilers before TypeScript 7 print both.
interface TextIds {
  readonly id: TextId;
}

interface IntegerIds {
  readonly id?: IntegerId;
}

/** The value of a `Trestle`, without its types. */
function makeApp(middleware: readonly MiddlewareSpec[], id: z.ZodType): object {
  return {
    ...actionMethods(API_RESOURCE, "api", middleware),
    "~id": id,
    toOne: (target: never, options?: IdOption) => toOne(target, { ...options, id: options?.id ?? id }),
    toMany: (target: string, options?: IdOption) => toMany(target, { ...options, id: options?.id ?? id }),
    resource: (type: string, config: RawConfig) => makeResource(type, { ...config, id: config.id ?? id }, middleware),
    use: (...more: MiddlewareSpec[]) => makeApp([...middleware, ...more], id),
    middleware: makeMiddleware,
    wrapper: (before: BeforeHandler) => (handler: OperationSpec["handler"]) =>
      withWrapper(handler, async (args) => {
        const added = await before({ ctx: args.ctx, signal: args.signal });
        if (typeof added === "object") args.ctx = { ...args.ctx, ...added };
      }),
    context: (make: unknown) => make,
    router: (routes: Readonly<Record<string, unknown>>, options?: DeclaredRouterOptions) =>
      makeRouter(routes, options, middleware, id),
  };
}

function makeMiddleware(
  ...rest: [MiddlewareSpec["~run"]] | [{ errors: readonly ErrorClass[] }, MiddlewareSpec["~run"]]
): MiddlewareSpec {
  if (rest.length === 1) return { errors: [], "~run": rest[0] };
  checkOptionNames("t.middleware", rest[0], { errors: true });
  return { errors: rest[0].errors, "~run": rest[1] };
}

/**
 * Starts an API. The type argument is the context that every handler receives. The adapter's option `context` makes one for
 * each request.
 *
 * @param options.id The schema of the ids of all resources, which `t.resource` may then omit, and of the relationships that `t.toOne`
 *   and `t.toMany` declare: `z.uuid()`, for example. Their types are `string` or `number`. Default `z.int()`.
 * @throws {TypeError} When a path cannot contain this type of id.
 *
 * @example
 * ```ts
 * import { respond, toOne, trestle } from "trestle";
 * import { z } from "zod";
 *
 * const t = trestle<{ user: string | null }>();
 * const users = t.resource("users", { id: z.int32(), attributes: { name: z.string() } });
 * const notes = t.resource("notes", {
 *   id: z.int32(),
 *   attributes: { text: z.string() },
 *   relationships: { author: toOne("users") },
 *   createFields: ["text", "author"],
 * });
 *
 * const listNotes = notes.getMany({ include: ["author"] }, ({ include }) =>
 *   respond([{ id: 1, text: "Hello", author: include.author ? { id: 7, name: "Ann" } : 7 }]),
 * );
 *
 * export const api = t.router({ notes: notes.routes(listNotes), users: users.routes() });
 * ```
 *
 * @example
 * ```ts
 * import { trestle } from "trestle";
 * import { z } from "zod";
 *
 * const t = trestle<{ user: string | null }>({ id: z.uuid() });
 * const users = t.resource("users", { attributes: { name: z.string() }, relationships: { notes: t.toMany("notes") } });
 * const notes = t.resource("notes", { attributes: { text: z.string() }, relationships: { author: t.toOne("users") } });
 *
 * export const api = t.router({ notes: notes.routes(), users: users.routes() });
 * ```
 */
export function trestle<TContext extends object = {}>(options: TextIds): Trestle<TContext, TContext, never, TextId>;
// Two overloads, because TypeScript infers no second type argument next to the one that is written.
export function trestle<TContext extends object = {}>(options?: IntegerIds): Trestle<TContext, TContext, never>;
export function trestle(options: { readonly id?: IdSchema } = {}): object {
  checkOptionNames("trestle", options, { id: true });
  const id = (options.id ?? INTEGER_ID) as z.ZodType; // what users pass: `IdSchema` is only the part of it that types need
  checkedIdKind("trestle", id);
  return makeApp([], id);
}
