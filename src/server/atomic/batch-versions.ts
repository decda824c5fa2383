import { isVersionedChange } from "../../define/model/operation.js";
import { comparedId } from "../../schema/id-kind.js";
import type { WriteState } from "../kernel/write-state.js";
import type { PlannedOperation } from "./read-batch.js";

type Precondition = WriteState["precondition"];

/** How an operation is compared with the version of its resource. */
export interface VersionCheck {
  readonly precondition: Precondition;
  /** The operation that states the version. */
  readonly statedBy: number;
}

const UNSTATED: Precondition = "*";
const NO_VERSION: Precondition = [];

/**
 * The versions that a batch states. All are compared with the version before the batch's first change of the resource. That first change
 * compares it in the statement that changes the row, so no other transaction can change the resource between.
 */
export class BatchVersions {
  /** The first version that is stated of each resource. */
  readonly #stated = new Map<string, PlannedOperation>();
  /** The version before the first change. Undefined if it was not compared, and for a resource that the batch created. */
  readonly #changed = new Map<string, string | undefined>();

  constructor(operations: readonly PlannedOperation[]) {
    for (const planned of operations) {
      if (planned.version === undefined || planned.lid !== undefined || !isVersioned(planned)) continue;
      const key = keyOf(planned, planned.id);
      if (!this.#stated.has(key)) this.#stated.set(key, planned);
    }
  }

  /** @param id The id of the resource. */
  checkOf(planned: PlannedOperation, id: string): VersionCheck {
    const { index, version } = planned;
    if (!isVersioned(planned)) return { precondition: undefined, statedBy: index };
    const key = keyOf(planned, id);
    if (this.#changed.has(key)) {
      const isSame = version === undefined || version === this.#changed.get(key);
      return { precondition: isSame ? UNSTATED : NO_VERSION, statedBy: index };
    }
    const isRequired = planned.operation.resource.version?.required ?? false;
    const stated = version === undefined && !isRequired ? this.#stated.get(key) : planned;
    const text = stated?.version;
    return {
      precondition: text === undefined ? undefined : [{ isWeak: false, text }],
      statedBy: stated?.index ?? index,
    };
  }

  /** Records that an operation has changed or created a resource. */
  record(planned: PlannedOperation, id: string): void {
    const { resource, info } = planned.operation;
    const key = keyOf(planned, id);
    if (resource.version === undefined || this.#changed.has(key)) return;
    this.#changed.set(key, info.kind === "createOne" ? undefined : (planned.version ?? this.#stated.get(key)?.version));
  }
}

function isVersioned({ operation }: PlannedOperation): boolean {
  return operation.resource.version !== undefined && isVersionedChange(operation.info);
}

function keyOf({ operation: { info, resource } }: PlannedOperation, id: string): string {
  return JSON.stringify([info.type, comparedId(resource.idKind, id)]); // both may contain any separator
}
