import type { AnyCommandOptions, AnyQueryOptions, AnyStreamOptions } from "./action-options.js";
import type {
  AnyChangeOptions,
  AnyCreateOptions,
  AnyGetManyOptions,
  AnyGetRelatedOptions,
  AnyOptions,
  AnyReadOptions,
  AnyRpcOptions,
  AnyWriteOptions,
} from "./options.js";

/** The options of each kind of operation. */
export interface OptionsByKind {
  readonly getOne: AnyReadOptions;
  readonly getMany: AnyGetManyOptions;
  readonly createOne: AnyCreateOptions;
  readonly editOne: AnyWriteOptions;
  readonly deleteOne: AnyChangeOptions;
  readonly getRelated: AnyGetRelatedOptions;
  readonly getRelationship: AnyOptions;
  readonly editRelationship: AnyChangeOptions;
  readonly addToRelationship: AnyChangeOptions;
  readonly removeFromRelationship: AnyChangeOptions;
  readonly resetRelationship: AnyChangeOptions;
  readonly rpc: AnyRpcOptions;
  readonly command: AnyCommandOptions;
  readonly query: AnyQueryOptions;
  readonly stream: AnyStreamOptions;
}

/** The options of actions. Their guards are those of the other kinds. */
interface ActionOptions
  extends Omit<AnyCommandOptions, keyof AnyOptions | "include">,
    Partial<Pick<AnyStreamOptions, "events">> {}

/** The options of all kinds together. */
export interface AllOptions
  extends AnyGetManyOptions,
    AnyGetRelatedOptions,
    AnyCreateOptions,
    AnyChangeOptions,
    AnyRpcOptions,
    ActionOptions {}
