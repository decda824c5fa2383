import type { AnyDefinition, FieldName } from "./definition.js";
import type { DeclaredError } from "./errors.js";
import type { ChangeConfig, ListConfig, OperationConfig, ReadConfig, RpcConfig, WriteConfig } from "./options.js";

/** What the types know of an API: the context that requests bring, that context with the API's middleware, its errors. */
export interface App<TBase, TContext, TError extends DeclaredError> {
  readonly base: TBase;
  readonly context: TContext;
  readonly error: TError;
}

interface AnyApp {
  readonly base: unknown;
  readonly context: unknown;
  readonly error: DeclaredError;
}

/** Sparse fieldsets by type: the resource's own names exactly, others as strings. Absent: every field. */
type FieldSets<N extends string, D extends AnyDefinition> = { readonly [K in N]?: ReadonlySet<FieldName<D>> } & {
  readonly [K in Exclude<D["relationships"][keyof D["relationships"]]["target"], N>]?: ReadonlySet<string>;
};

/**
 * A resource in its API, as the types of its operations know it: one argument in place of three, and the place where
 * what does not depend on an operation's options is worked out once for all of them.
 */
export interface Subject<in out TApp extends AnyApp, in out N extends string, in out D extends AnyDefinition> {
  readonly base: TApp["base"];
  readonly context: TApp["context"];
  readonly error: TApp["error"];
  readonly name: N;
  readonly definition: D;
  readonly relationships: D["relationships"];
  readonly id: D["~id"];
  readonly row: D["~answers"]["row"];
  readonly one: D["~answers"]["one"];
  readonly many: D["~answers"]["many"];
  readonly paged: D["~answers"]["paged"];
  readonly createInput: D["~createInput"];
  readonly editInput: D["~editInput"];
  readonly fields: FieldSets<N, D>;
  readonly readConfig: ReadConfig<TApp["base"], D["~path"]>;
  readonly listConfig: ListConfig<TApp["base"], D["~path"]>;
  readonly relatedConfig: ListConfig<TApp["base"], string>;
  readonly operationConfig: OperationConfig<TApp["base"]>;
  readonly changeConfig: ChangeConfig<TApp["base"]>;
  readonly writeConfig: WriteConfig<TApp["base"], D["~path"]>;
  readonly rpcConfig: RpcConfig<TApp["base"]>;
}

// biome-ignore lint/suspicious/noExplicitAny: every subject, whatever it is made of; only its members are read
export type AnySubject = Subject<any, any, any>;
