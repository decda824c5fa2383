import type { AnyDefinition, FieldName } from "./definition.js";
import type { DeclaredError } from "./errors.js";
import type { ChangeConfig, ListConfig, OperationConfig, ReadConfig, RpcConfigs, WriteConfig } from "./options.js";

/** Sparse fieldsets by type: the resource's own names exactly, others as strings. Absent: every field. */
type FieldSets<N extends string, D extends AnyDefinition> = { readonly [K in N]?: ReadonlySet<FieldName<D>> } & {
  readonly [K in Exclude<D["relationships"][keyof D["relationships"]]["target"], N>]?: ReadonlySet<string>;
};

/**
 * A resource in its API, as the types of its operations know it: one argument in place of three, and the place where
 * what does not depend on an operation's options is worked out once for all of them.
 */
export interface Subject<
  in out TBase,
  in out TContext,
  in out TError extends DeclaredError,
  in out N extends string,
  in out D extends AnyDefinition,
> {
  readonly base: TBase;
  readonly context: TContext;
  readonly error: TError;
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
  readonly readConfig: ReadConfig<TBase, D["~relationship"]>;
  readonly listConfig: ListConfig<TBase, D["~relationship"]>;
  readonly relatedConfig: ListConfig<TBase, string>;
  readonly operationConfig: OperationConfig<TBase>;
  readonly changeConfig: ChangeConfig<TBase>;
  readonly writeConfig: WriteConfig<TBase, D["~relationship"]>;
  readonly rpcConfigs: RpcConfigs<TBase, D["~relationship"]>;
}

/** Every subject, whatever it is made of. */
export type AnySubject = {
  // biome-ignore lint/suspicious/noExplicitAny: only members are read
  readonly [K in keyof Subject<any, any, any, any, any>]: any;
};
