import type { OperationSpec } from "../../define/model/operation.js";
import type { JsonObject } from "../../protocol/body/parse-document.js";

/** An operation of a batch whose form is valid, and which the caller may see. */
export interface PlannedOperation {
  /** Its position in the batch. */
  readonly index: number;
  /** As it is registered. */
  readonly operation: OperationSpec;
  /** The id in its path. Empty for a create. */
  readonly id: string;
  /** The local id in place of the id in the path. */
  readonly lid: string | undefined;
  /** The local id that a create gives to its resource. */
  readonly declares: string | undefined;
  /** The document of the request that it stands for. Undefined for a delete. */
  readonly document: JsonObject | undefined;
  /** Whether the document has local ids in its linkage. */
  readonly hasLocal: boolean;
  /** The version that the change is based on, as text. */
  readonly version: string | undefined;
}
