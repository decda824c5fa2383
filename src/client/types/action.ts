import type { ActionEndpoint } from "../../define/types/action-endpoint.js";
import type { ActionKind, ActionPlace } from "../../define/types/operation-info.js";
import type { DeclaredError } from "../../define/errors.js";
import type { KeyUsage } from "../../define/types/endpoint.js";
import type { Sendable } from "../../define/types/client-input.js";
import type { AnyApi } from "../../define/types/routes.js";
import type { Safe } from "../send/call.js";
import type { CallOptions } from "../send/options.js";
import type { IdInput, TypeName } from "./access.js";
import type { DeclaredFailure, InputFailure, KeyFailureOf } from "./failure.js";
import type { Included, Paths, Item } from "./item.js";
import type { KeyOptionsFor } from "./write.js";
import type { LazyRead } from "./lazy-read.js";

export interface AnyActionEndpoint
  extends ActionEndpoint<ActionKind, ActionPlace, unknown, unknown, string, boolean, string, DeclaredError, KeyUsage> {
  // biome-ignore lint/suspicious/noExplicitAny: paths, or the message for an action without any
  readonly "~includePath": any;
}

/** The actions of a type, of one kind. A mapped type over the record itself, so editors find the definition of a name. */
export type Actions<TApi extends AnyApi, TName extends TypeName<TApi>, TKind extends ActionKind> = {
  readonly [K in keyof TApi["~routes"][TName]["~actions"] as TApi["~routes"][TName]["~actions"][K]["kind"] extends TKind
    ? K
    : never]: MethodOf<TApi, TName, TApi["~routes"][TName]["~actions"][K], TKind>;
};

/** The actions of the API itself, of one kind. */
export type ApiActions<TApi extends AnyApi, TKind extends ActionKind> = {
  readonly [K in keyof TApi["~actions"] as TApi["~actions"][K]["kind"] extends TKind ? K : never]: MethodOf<
    TApi,
    never,
    TApi["~actions"][K],
    TKind
  >;
};

type MethodOf<
  TApi extends AnyApi,
  TName extends TypeName<TApi>,
  E extends AnyActionEndpoint,
  TKind extends ActionKind,
> = (E["place"] extends "item" ? ItemMethods<TApi, TName, E> : PlainMethods<TApi, E>)[TKind];

interface ItemMethods<TApi extends AnyApi, TName extends TypeName<TApi>, E extends AnyActionEndpoint> {
  readonly command: ItemCommand<TApi, TName, E>;
  readonly query: ItemQuery<TApi, TName, E>;
  readonly stream: ItemStream<TApi, TName, E>;
}

interface PlainMethods<TApi extends AnyApi, E extends AnyActionEndpoint> {
  readonly command: PlainCommand<TApi, E>;
  readonly query: PlainQuery<TApi, E>;
  readonly stream: PlainStream<E>;
}

/** The arguments behind the id. The input is optional if all of its members are. */
type Arguments<TInput, TOptions> = [TInput] extends [undefined]
  ? [input?: undefined, options?: TOptions]
  : {} extends TInput
    ? [input?: Sendable<TInput>, options?: TOptions]
    : [input: Sendable<TInput>, options?: TOptions];

/** The arguments of a command behind its id. The input is not optional where a key is required. */
type CommandArguments<E extends AnyActionEndpoint, TPaths> = E["~key"] extends "required"
  ? [input: Sendable<E["input"]>, options: CommandOptions<TPaths> & KeyOptionsFor["required"]]
  : Arguments<E["input"], CommandOptions<TPaths> & KeyOptionsFor[E["~key"]]>;

/** The options of a query. */
export interface ActionOptions<TPaths> extends CallOptions {
  /** The relationships of the returned rows to include. */
  readonly include?: TPaths | undefined;
}

/** The options of a command. */
export interface CommandOptions<TPaths> extends CallOptions, ProgressOption {
  /** The relationships of the returned rows to include. */
  readonly include?: TPaths | undefined;
}

/** How many bytes of a request's body were sent. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
}

export interface ProgressOption {
  /**
   * Called while the body of the command is sent: for a progress bar of an upload. In a page, the client then sends the request with
   * `XMLHttpRequest`. If the client has its own `fetch` in a page, nothing can be measured: it is called once, after the upload.
   * If it throws, the first error goes to the console, and the upload continues.
   *
   * @example
   * ```ts
   * import { trestle } from "trestle";
   * import { createClient } from "trestle/client";
   * import { fetchHandler } from "trestle/fetch";
   * import { z } from "zod";
   *
   * const t = trestle();
   * const upload = t.command({ input: z.object({ file: z.file() }) }, () => {});
   * const api = t.router({}, { actions: { upload } });
   * const client = createClient<typeof api>({ url: "http://localhost", fetch: fetchHandler(api) });
   *
   * let percent = 0;
   * await client.command.upload(
   *   { file: new File(["Hello"], "hello.txt") },
   *   { onProgress: ({ sent, total }) => (percent = (100 * sent) / total) },
   * );
   * if (percent !== 100) throw new Error("unreachable");
   * ```
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The options of a stream. */
export interface StreamOptions extends CallOptions {
  /** Ends the loop, and closes the connection. */
  readonly signal?: AbortSignal | undefined;
  /** The id of an event: the stream continues behind it. */
  readonly after?: string | undefined;
}

/** What an action returns: items, a value or undefined. */
export type ResultOfAction<TApi extends AnyApi, E extends AnyActionEndpoint, TInclude extends string> = [
  E["returns"],
] extends [never]
  ? E["output"]
  : E["many"] extends true
    ? Item<TApi, E["returns"], TInclude>[]
    : Item<TApi, E["returns"], TInclude>;

/** A command of one resource. */
export interface ItemCommand<TApi extends AnyApi, TName extends TypeName<TApi>, E extends AnyActionEndpoint> {
  readonly "~command": CommandAbout<TApi, TName, E>;
  /** Runs the command on one resource. Sent at once. */
  <TPaths extends Paths<E["~includePath"]> = readonly []>(
    id: IdInput<TApi, TName>,
    ...input: CommandArguments<E, TPaths>
  ): ActionWrite<TApi, E, ResultOfAction<TApi, E, Included<TPaths>>>;
}

/** A command of a collection or of the API. */
export interface PlainCommand<TApi extends AnyApi, E extends AnyActionEndpoint> {
  readonly "~command": CommandAbout<TApi, never, E>;
  /** Runs the command. Sent at once. */
  <TPaths extends Paths<E["~includePath"]> = readonly []>(
    ...input: CommandArguments<E, TPaths>
  ): ActionWrite<TApi, E, ResultOfAction<TApi, E, Included<TPaths>>>;
}

/** What `mutationOptions` of `trestle/query` reads of a command. */
export interface CommandShape<TApi extends AnyApi, TName extends TypeName<TApi>, E extends AnyActionEndpoint> {
  readonly "~command": CommandAbout<TApi, TName, E>;
}

interface CommandAbout<TApi extends AnyApi, TName extends TypeName<TApi>, E extends AnyActionEndpoint> {
  readonly api: TApi;
  readonly type: TName;
  readonly endpoint: E;
}

/** A command that was sent. TypeScript resolves its failures only for calls of `safe`. */
export interface ActionWrite<TApi extends AnyApi, E extends AnyActionEndpoint, TResult> extends Promise<TResult> {
  /** Returns `{ data }` or `{ error }`, and never rejects. */
  safe(): Promise<Safe<TResult, CommandFailure<E>>>;
  readonly "~api"?: TApi;
  readonly "~": `a command is a change: pass it, without a call, to mutationOptions.${string}`; // as below
}

/** The errors of a command. */
export type CommandFailure<E extends AnyActionEndpoint> =
  | InputFailure<"command", FieldsOf<E["input"]>>
  | DeclaredFailure<E, FieldsOf<E["input"]>>
  | KeyFailureOf<E>;

/** An input whose names errors may have. A command without an input has none. */
type FieldsOf<TInput> = [TInput] extends [undefined] ? {} : TInput;

/** The errors of a query. */
export type QueryFailure<E extends AnyActionEndpoint> =
  | InputFailure<"query", FieldsOf<E["input"]>>
  | DeclaredFailure<E, FieldsOf<E["input"]>>;

/** A message of the compiler: it says which function a query belongs in. */
interface NoCommand {
  readonly "~command": `a query changes nothing: call it, and pass the result to queryOptions.${string}`; // compilers before 7 do not print a plain literal
}

/** A query of one resource. */
export interface ItemQuery<TApi extends AnyApi, TName extends TypeName<TApi>, E extends AnyActionEndpoint>
  extends NoCommand {
  /** Reads from one resource. Lazy. */
  <TPaths extends Paths<E["~includePath"]> = readonly []>(
    id: IdInput<TApi, TName>,
    ...input: Arguments<E["input"], ActionOptions<TPaths>>
  ): LazyRead<ResultOfAction<TApi, E, Included<TPaths>>, QueryFailure<E>>;
}

/** A query of a collection or of the API. */
export interface PlainQuery<TApi extends AnyApi, E extends AnyActionEndpoint> extends NoCommand {
  /** Reads. Lazy. */
  <TPaths extends Paths<E["~includePath"]> = readonly []>(
    ...input: Arguments<E["input"], ActionOptions<TPaths>>
  ): LazyRead<ResultOfAction<TApi, E, Included<TPaths>>, QueryFailure<E>>;
}

/**
 * The events of a stream, for `for await`. Each loop connects for itself. If the connection breaks, the client connects again
 * and continues behind the last event.
 */
export interface EventStream<TEvent> extends AsyncIterable<TEvent> {
  /** The id of the last event that had one. Pass it as `after` to continue there later. */
  readonly lastId: string | undefined;
}

/** A stream of one resource. */
export interface ItemStream<TApi extends AnyApi, TName extends TypeName<TApi>, E extends AnyActionEndpoint> {
  /** Opens the stream when the loop begins. */
  (id: IdInput<TApi, TName>, ...input: Arguments<E["input"], StreamOptions>): EventStream<E["output"]>;
}

/** A stream of a collection or of the API. */
export interface PlainStream<E extends AnyActionEndpoint> {
  /** Opens the stream when the loop begins. */
  (...input: Arguments<E["input"], StreamOptions>): EventStream<E["output"]>;
}
