import type { RegisteredProblems } from "../checks/router-conflicts.js";
import type { DeclaredError, ErrorClass } from "../errors.js";
import type { MiddlewareSpec } from "../model/middleware.js";
import type { Router } from "../model/router.js";
import type { ContextFactory } from "../types/context-factory.js";
import type { Schema, Shape } from "../types/endpoint.js";
import type { List } from "../types/list-result.js";
import type {
  AddOf,
  AnyMiddleware,
  Middleware,
  MiddlewareArgs,
  MiddlewareError,
  NextResult,
} from "../types/middleware.js";
import type { Relationship } from "../types/relationship-shape.js";
import type { ResourceContext } from "../types/resource-context.js";
import type { Resource } from "../types/resource.js";
import type { RegisteredRecord } from "../types/routes.js";
import type { IsVisible } from "../types/visibility.js";
import { type RawConfig, makeResource } from "./resource.js";
import { makeRouter } from "./router.js";

/** Member names that JSON:API gives to every resource, each with the sentence that the compiler prints. */
interface Reserved<TField extends string> {
  readonly type?: `no ${TField} may be called "type"; JSON:API gives that name to every resource.`;
  readonly id?: `no ${TField} may be called "id"; JSON:API gives that name to every resource.`;
  readonly lid?: `no ${TField} may be called "lid"; JSON:API gives that name to every resource.`;
}

/**
 * Attributes and relationships share one namespace. `infer` hides the sentences until the names are known: as a
 * contextual type they would be worked out for each relationship.
 */
type Apart<A, R> = Shared<keyof A & keyof R & string> extends infer TShared ? TShared : never;

type Shared<TName extends string> = {
  readonly [K in TName]?: `"${K}" is both an attribute and a relationship; they share one namespace. Rename one.`;
};

type NoFields<TNames extends string> = { readonly [K in TNames]: `visible names "${K}", which is no field.` };

type RelationshipRecord = { readonly [name: string]: Relationship };

/** What `t.resource` takes. */
export interface ResourceConfig<
  I extends Schema,
  A extends Shape,
  R extends RelationshipRecord,
  C extends PropertyKey,
  E extends PropertyKey,
  W extends PropertyKey,
  V extends string,
  TBase,
> {
  /** The id in a path: `z.int()`, `z.string()` or `z.uuid()`. In payloads it is always a string. */
  readonly id: I;
  readonly attributes: A & Reserved<"attribute">;
  readonly relationships?: R & Reserved<"relationship"> & Apart<A, R>;
  /** What a create takes. With `"id"`, clients choose the ids, and must. */
  readonly createFields?: List<C>;
  /** What an edit takes. */
  readonly editFields?: List<E>;
  /** Accepted, never returned: neither readable nor part of a row. */
  readonly writeOnly?: List<W>;
  /**
   * Who may know of a field: asked once a request, of the context as `t.context` made it, before any middleware. For whom
   * it says false the field is as one that was never declared: in answers, includes, filters, sorts, fields and input.
   */
  readonly visible?: { readonly [K in V]: IsVisible<TBase> } & NoFields<Exclude<V, keyof A | keyof R>>;
}

/** Where an API is declared: its context, its middleware, its resources, its router. */
export interface Trestle<TBase, TContext, TError extends DeclaredError> {
  /**
   * Declares a resource.
   *
   * @param type The type name: a plural, and the first segment of its paths.
   * @param config Its id, attributes, relationships and the lists of fields that clients may write.
   * @throws {TypeError} When a name is not legal, or a list names no field.
   */
  resource<
    const N extends string,
    I extends Schema,
    A extends Shape,
    R extends RelationshipRecord = {},
    const C extends keyof A | keyof R | "id" = never,
    const E extends keyof A | keyof R = never,
    const W extends keyof A | keyof R = never,
    V extends string = never,
  >(
    type: N,
    config: ResourceConfig<I, A, R, C, E, W, V, TBase>,
  ): Resource<ResourceContext<TBase, TContext, TError, N, I, A, R, C, E, W, V>>;

  /** The same API with middleware around every handler, the first outermost. An operation's own list replaces it. */
  use<const M extends readonly AnyMiddleware<TBase>[]>(
    ...middleware: M
  ): Trestle<TBase, TContext & AddOf<M>, TError | MiddlewareError<M>>;

  /**
   * Makes a middleware: it runs around handlers, and what it passes to `next` is added to their context.
   *
   * @param options.errors What it throws, for the client's types and the description.
   */
  middleware<TAdd extends object>(
    run: (args: MiddlewareArgs<TBase>) => Promise<NextResult<TAdd>>,
  ): Middleware<TBase, TAdd>;
  middleware<TAdd extends object, const L extends readonly ErrorClass[]>(
    options: { readonly errors: L },
    run: (args: MiddlewareArgs<TBase>) => Promise<NextResult<TAdd>>,
  ): Middleware<TBase, TAdd, L[number]["~error"]>;

  /**
   * Makes a wrapper for a single handler, such as a login check: it runs before the handler, and what it returns is
   * added to the handler's context.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a check that adds nothing returns nothing
  wrapper<TAdd extends object | void>(
    before: (args: { readonly ctx: TBase; readonly signal: AbortSignal }) => TAdd | Promise<TAdd>,
  ): Wrapper<TBase, TAdd>;

  /** The function that makes each request's context, for an adapter. */
  context<TRequest>(make: (request: TRequest) => TBase | Promise<TBase>): ContextFactory<TRequest>;

  /**
   * The API: every resource's routes under its type's name. What is wrong between resources (an include path that does
   * not resolve, an unknown target, ids of another kind) does not compile, and throws. A handler of `getRelated` that
   * returns rows of another resource does not compile.
   */
  router<R extends RegisteredRecord>(
    routes: [RegisteredProblems<R>] extends [never] ? R : RegisteredProblems<R>,
  ): Router<{ [N in keyof R]: R[N]["~routes"] }, {} extends TBase ? false : true>;
}

/** Goes round a handler: `articles.getOne(requireLogin(async ({ id, ctx }) => …))`. */
export interface Wrapper<TBase, TAdd> {
  <TArgs extends { readonly ctx: TBase }, TResult>(
    handler: (args: TArgs & { readonly ctx: TAdd extends object ? TAdd : unknown }) => TResult,
  ): (args: TArgs) => Promise<Awaited<TResult>>;
}

class TrestleApp {
  readonly #middleware: readonly MiddlewareSpec[];

  constructor(middleware: readonly MiddlewareSpec[]) {
    this.#middleware = middleware;
  }

  resource(type: string, config: RawConfig): object {
    return makeResource(type, config, this.#middleware);
  }

  use(...middleware: MiddlewareSpec[]): TrestleApp {
    return new TrestleApp([...this.#middleware, ...middleware]);
  }

  middleware(
    ...rest: [MiddlewareSpec["~run"]] | [{ errors: readonly ErrorClass[] }, MiddlewareSpec["~run"]]
  ): MiddlewareSpec {
    if (rest.length === 1) return { errors: [], "~run": rest[0] };
    return { errors: rest[0].errors, "~run": rest[1] };
  }

  wrapper(before: (args: { ctx: object; signal: AbortSignal }) => unknown): object {
    return (handler: (args: object) => unknown) => async (args: { ctx: object; signal: AbortSignal }) => {
      const added = await before({ ctx: args.ctx, signal: args.signal });
      if (typeof added === "object") args.ctx = { ...args.ctx, ...added };
      return handler(args);
    };
  }

  context(make: (request: unknown) => unknown): unknown {
    return make;
  }

  router(routes: Readonly<Record<string, unknown>>): object {
    return makeRouter(routes);
  }
}

/**
 * Begins an API. The type argument is the context that every handler receives, made anew for each request by the
 * adapter's `context` option.
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
 */
export function trestle<TContext extends object = {}>(): Trestle<TContext, TContext, never> {
  const app: unknown = new TrestleApp([]);
  return app as Trestle<TContext, TContext, never>; // the class is the untyped half of this interface
}
