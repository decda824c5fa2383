import type { ActionPlace } from "./operation-info.js";
import type { CallAction, CallStream, ActionArgs, ItemActionArgs, ItemStreamArgs, StreamArgs } from "./action-args.js";
import type { ActionEndpoint } from "./action-endpoint.js";
import type { AnyApiContext } from "./resource-context.js";
import type {
  AnyCommandOptions,
  AnyQueryOptions,
  AnyStreamOptions,
  CommonCommandOptions,
  CommonQueryOptions,
  CommonStreamOptions,
  Returnable,
  Returning,
  ValueOnly,
} from "./action-options.js";
import type { ActionHandlerResult, EventOf, InputSentOf, IsMany, ValueOf } from "./action-result.js";
import type { AffectsOf, ErrorOf, IncludeOf, KeyOf } from "./options-of.js";

/** `Open<T>` is `T` as a mapped type, because an interface as a bound costs instantiations: see docs/evidence/type-cost.md */
type Open<T> = { [K in keyof T]: T[K] };

// `NoInfer` around a handler: TypeScript fills in the inferred options before it reads the handler, so that a literal in a result stays one.

// A place is a type parameter of the methods' owner, so it is resolved once for all actions of a resource.

type ArgsAt<S extends AnyApiContext, TPlace, O extends AnyQueryOptions> = TPlace extends "item"
  ? ItemActionArgs<S, O>
  : ActionArgs<S, O>;
type StreamArgsAt<S extends AnyApiContext, TPlace, O extends AnyStreamOptions> = TPlace extends "item"
  ? ItemStreamArgs<S, O>
  : StreamArgs<S, O>;

/**
 * Registers commands, queries and streams: of one resource (`tickets.command`), of all resources of a type
 * (`tickets.collection.command`) or of the API (`t.command`). An action gets its name where it is registered:
 * `tickets.routes(…).actions({ merge })`.
 */
export interface RegisterActions<S extends AnyApiContext, TPlace extends ActionPlace> {
  /**
   * An action that changes something: `POST`, with the input as its JSON body. A file in the input makes the body a form.
   * Without `output` and `returns`, the response is 204.
   *
   * @returns The action. `t.router`, and each call, throws if an option is unknown, or the input is not an object.
   *
   * @example
   * ```ts
   * import { trestle } from "trestle";
   * import { z } from "zod";
   *
   * const t = trestle();
   * const tickets = t.resource("tickets", { id: z.int(), attributes: { title: z.string() } });
   * const merge = tickets.command(
   *   { input: z.object({ into: z.int() }), returns: tickets },
   *   ({ input }) => ({ id: input.into, title: "Printer broken" }),
   * );
   * const api = t.router({ tickets: tickets.routes().actions({ merge }) });
   * if (api.url("tickets__command__merge", { id: 5 }) !== "/tickets/5/merge") throw new Error("unreachable");
   * ```
   */
  command<O extends Open<AnyCommandOptions>, R extends Returnable = ValueOnly>(
    options:
      | ((O extends object ? CommonCommandOptions : O) & Returning<R> & R["~returned"] & S["~guarded"])
      | (string & CommandAlone<S, TPlace>),
    handler: NoInfer<(args: ArgsAt<S, TPlace, O>) => ActionHandlerResult<O, R>>,
  ): Command<S, TPlace, O, R>;
  command(
    handler: (args: ArgsAt<S, TPlace, {}>) => ActionHandlerResult<{}, ValueOnly>,
  ): Command<S, TPlace, {}, ValueOnly>;

  /**
   * An action that only reads: `GET`, with the input as query parameters. The client sends it when it is awaited, and caches
   * it like every other read.
   *
   * @returns The action. `t.router`, and each call, throws if an option is unknown, or a query string cannot carry the input.
   */
  query<O extends Open<AnyQueryOptions>, R extends Returnable = ValueOnly>(
    options: (O extends object ? CommonQueryOptions : O) & Returning<R> & R["~returned"] & S["~guarded"],
    handler: NoInfer<(args: ArgsAt<S, TPlace, O>) => ActionHandlerResult<O, R>>,
  ): Query<S, TPlace, O, R>;

  /**
   * Events that an async generator yields, sent as server-sent events until it ends or the client leaves: `GET`, with the
   * input as query parameters. A client whose connection breaks connects again and sends the id of the last event, which
   * the handler gets as `after`.
   *
   * @returns The action. `t.router`, and each call, throws if an option is unknown, or a query string cannot carry the input.
   */
  stream<O extends Open<AnyStreamOptions>>(
    options: (O extends object ? CommonStreamOptions : O) & S["~guarded"],
    handler: NoInfer<(args: StreamArgsAt<S, TPlace, O>) => AsyncIterable<EventOf<O["events"]>>>,
  ): Stream<S, TPlace, O>;
}

/** The handler of a command without options, for editors: see handler-args.ts. */
interface CommandAlone<S extends AnyApiContext, TPlace> {
  (args: ArgsAt<S, TPlace, {}>): ActionHandlerResult<{}, ValueOnly>;
}

// The members of the three are repeated, because a generic base type costs instantiations: see docs/evidence/type-cost.md

/** A command. Other handlers can call it as a function, with an input that is already valid. */
export interface Command<
  S extends AnyApiContext,
  TPlace extends ActionPlace,
  O extends AnyCommandOptions,
  R extends Returnable,
> {
  (call: CallAction<S, TPlace, O>): Promise<Awaited<ActionHandlerResult<O, R>>>;
  readonly "~owner": S["~name"];
  readonly "~kind": "command";
  readonly "~action": ActionEndpoint<
    "command",
    TPlace,
    InputSentOf<O>,
    ValueOf<O>,
    R["type"],
    IsMany<O>,
    IncludeOf<O>,
    ErrorOf<S, O>,
    KeyOf<O>
  >;
  readonly "~affects": AffectsOf<O>;
}

export interface Query<
  S extends AnyApiContext,
  TPlace extends ActionPlace,
  O extends AnyQueryOptions,
  R extends Returnable,
> {
  (call: CallAction<S, TPlace, O>): Promise<Awaited<ActionHandlerResult<O, R>>>;
  readonly "~owner": S["~name"];
  readonly "~kind": "query";
  readonly "~action": ActionEndpoint<
    "query",
    TPlace,
    InputSentOf<O>,
    ValueOf<O>,
    R["type"],
    IsMany<O>,
    IncludeOf<O>,
    ErrorOf<S, O>
  >;
  readonly "~affects": never;
}

export interface Stream<S extends AnyApiContext, TPlace extends ActionPlace, O extends AnyStreamOptions> {
  (call: CallStream<S, TPlace, O>): AsyncIterable<EventOf<O["events"]>>;
  readonly "~owner": S["~name"];
  readonly "~kind": "stream";
  readonly "~action": ActionEndpoint<
    "stream",
    TPlace,
    InputSentOf<O>,
    EventOf<O["events"]>,
    never,
    false,
    never,
    ErrorOf<S, O>
  >;
  readonly "~affects": never;
}
