import type { Returnable } from "./action-options.js";
import type { Schema, Shape } from "./endpoint.js";
import type { NothingResult } from "./handler-result.js";
import type { Envelope } from "./response.js";

interface Taking {
  readonly input: Schema;
}
interface Giving {
  readonly output: Schema;
}
interface ReturningMany {
  readonly returns: readonly unknown[];
}
interface ReturningRows {
  readonly returns: unknown;
}

/** The validated input. `InputOf<{ input: z.ZodObject<{ at: z.ZodDate }> }>` is `{ at: Date }`. */
export type InputOf<O> = O extends Taking ? O["input"]["_zod"]["output"] : undefined;

/** What a client may send, before {@link Sendable}. */
export type InputSentOf<O> = O extends Taking ? O["input"]["_zod"]["input"] : undefined;

/** The value that the client gets. An object of a schema's output; undefined for rows and without a result. */
export type ValueOf<O> = O extends Giving ? O["output"]["_zod"]["output"] : undefined;

export type IsMany<O> = O extends ReturningMany ? true : false;

/** The result of a handler: rows as of a list or a get, a value, or nothing. */
export type ActionHandlerResult<O, R extends Returnable> = O extends ReturningMany
  ? R["~definition"]["~results"]["many"]
  : O extends ReturningRows
    ? R["~definition"]["~results"]["one"]
    : O extends Giving
      ? ValueResult<O["output"]["_zod"]["output"]>
      : NothingResult;

type ValueResult<T> = T | Envelope<T> | Promise<T | Envelope<T>>;

/** An event of a stream, as the handler yields it and the client receives it. */
export type EventOf<TEvents extends Shape> = {
  readonly [K in keyof TEvents & string]: StreamEvent<K, TEvents[K]["_zod"]["output"]>;
}[keyof TEvents & string];

/** One event. */
export interface StreamEvent<TName extends string, TData> {
  /** The name of the event, one of the declared `events`. */
  readonly event: TName;
  /** Marks a position: after a broken connection, the client continues behind the last id. */
  readonly id?: string;
  readonly data: TData;
}
