import type { AnyCommandOptions, AnyQueryOptions, AnyStreamOptions } from "./action-options.js";
import type * as options from "./options.js";

/** The options of each kind of operation. */
export interface OptionsByKind {
  readonly getOne: options.AnyReadOptions;
  readonly getMany: options.AnyGetManyOptions;
  readonly createOne: options.AnyCreateOptions;
  readonly editOne: options.AnyWriteOptions;
  readonly deleteOne: options.AnyChangeOptions;
  readonly getRelated: options.AnyGetRelatedOptions;
  readonly getRelationship: options.AnyOptions;
  readonly editRelationship: options.AnyChangeOptions;
  readonly addToRelationship: options.AnyChangeOptions;
  readonly removeFromRelationship: options.AnyChangeOptions;
  readonly resetRelationship: options.AnyChangeOptions;
  readonly rpc: options.AnyRpcOptions;
  readonly command: AnyCommandOptions;
  readonly query: AnyQueryOptions;
  readonly stream: AnyStreamOptions;
}

/** The options of actions. Their guards are those of the other kinds. */
interface ActionOptions
  extends Omit<AnyCommandOptions, keyof options.AnyOptions | "include">,
    Partial<Pick<AnyStreamOptions, "events">> {}

/** The options of all kinds together. */
export interface AllOptions
  extends options.AnyGetManyOptions,
    options.AnyGetRelatedOptions,
    options.AnyCreateOptions,
    options.AnyChangeOptions,
    options.AnyRpcOptions,
    ActionOptions {}
