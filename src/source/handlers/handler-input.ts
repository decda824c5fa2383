import type { ApiError } from "../../define/errors.js";
import type { IncludeQueries } from "../../define/types/include-query.js";
import type { FieldSets } from "./selection.js";
import type { SortTerm } from "../types/source.js";
import type { Id } from "../store/store.js";

/** A handler's arguments, as far as sources read them. `source.ts` types them for users. */
export interface HandlerInput {
  readonly ctx: object;
  readonly id?: Id;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** The groups of filters, of which a row must meet one. */
  readonly any?: readonly Readonly<Record<string, unknown>>[];
  readonly sort?: readonly SortTerm[];
  readonly page?: unknown;
  readonly include?: Readonly<Record<string, boolean>>;
  readonly fields?: FieldSets;
  readonly includeQueries?: IncludeQueries;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly related?: unknown;
  /** The version that the request states. */
  readonly expected?: unknown;
}

export interface CallRules {
  readonly filter?: Readonly<Record<string, (value: never) => unknown>>;
  readonly where?: unknown;
  readonly orderBy?: readonly SortTerm[];
  readonly count?: boolean;
  readonly values?: unknown;
  readonly when?: unknown;
  readonly stale?: () => ApiError;
}

export type Row = Record<string, unknown>;
