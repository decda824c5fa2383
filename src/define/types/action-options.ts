import type { AnyName, List } from "./name-list.js";
import type { Schema, Shape } from "./endpoint.js";
import type { NotAllowed } from "./not-allowed.js";
import type { AffectingOptions, CommonOptions, IdempotentOption } from "./options.js";

// As for operations, the options come in two parts: those that are the same for every action, and those that depend on what
// it returns or on its context. See options.ts.

/** The options of a query. */
export interface CommonQueryOptions extends CommonOptions {
  /** The schema of the input, an object: `z.object({ … })`. Without it, the action takes no input. */
  readonly input?: InputSchema;
  /** The schema of the result, which is sent as JSON. An action that returns rows has `returns` instead. */
  readonly output?: Schema;
}

/** The options of a command. */
export interface CommonCommandOptions extends UnsafeOptions {
  /** The status of a success. Default: 200, or 204 without a result. */
  readonly status?: 200 | 201 | 202;
}

interface UnsafeOptions extends CommonQueryOptions, AffectingOptions, IdempotentOption {
  /** The largest request body in bytes. Replaces the adapter's limit; `Infinity` means no limit. */
  readonly bodySize?: number;
}

/** The options of a stream. */
export interface CommonStreamOptions extends CommonOptions {
  /** The schema of the input, an object: `z.object({ … })`. Without it, the stream takes no input. */
  readonly input?: InputSchema;
  /** The schemas of the events' data, by the events' names. */
  readonly events: Shape;
}

/** A resource whose rows an action returns. */
export interface Returnable {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a definition; comparing it costs instantiations
  readonly "~definition": any;
  /** The options that depend on the resource. */
  readonly "~returned": ReturnedOptions;
}

/** Not `any`: TypeScript would then infer no literals in any option. */
interface ReturnedOptions {
  readonly include?: List<AnyName> | NotAllowed<string>;
  readonly output?: unknown;
}

export interface Returning<R> {
  /** The resource of the row that the action returns: `returns: tickets`; of a list of rows: `returns: [tickets]`. */
  readonly returns?: R | readonly [R];
}

/** The options of an action that returns rows of a resource. */
export interface OfRows<TRelationship extends string> {
  /** The paths that a request may include, with `__` between names. A path also declares its prefixes. */
  readonly include?: List<TRelationship | `${TRelationship}__${string}`>;
  readonly output?: NotAllowed<"an action has either returns (rows) or output (a value). Remove one.">;
}

/** In place of a resource, for an action that returns no rows. */
export interface ValueOnly {
  readonly type: never;
  readonly "~definition": never;
  readonly "~returned": OfValue;
}

interface OfValue {
  readonly include?: NotAllowed<"include needs the resource whose rows are returned. Add returns: tickets.">;
}

/** The schema of an input. */
export interface InputSchema {
  readonly _zod: {
    readonly input: (object & NotAList) | NotAllowed<"the input of an action must be an object: z.object({ … }).">;
    // biome-ignore lint/suspicious/noExplicitAny: `unknown` would make every output unknown where TypeScript falls back to the constraint
    readonly output: any;
  };
}

interface NotAList {
  readonly [Symbol.iterator]?: never;
}

// The bounds of `O`: see options.ts

interface AnyGuard {
  readonly middleware?: readonly [] | readonly unknown[] | undefined;
}

interface AnyReturns extends AnyGuard {
  readonly returns?: Returnable | readonly Returnable[];
  readonly include?: AnyName[] | readonly AnyName[];
}

export interface AnyQueryOptions extends CommonQueryOptions, AnyReturns {}
export interface AnyCommandOptions extends UnsafeOptions, AnyReturns {
  readonly status?: number; // TypeScript would infer `number` for a literal, which a union of literals would reject
}
export interface AnyStreamOptions extends CommonStreamOptions, AnyGuard {}
