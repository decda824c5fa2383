import { methodOf, type OperationSpec, isVersionedChange } from "../../define/model/operation.js";
import { idKeyOf } from "../../define/model/resource-source.js";
import { toEnvelope } from "../../define/model/response.js";
import type { RowObject } from "../../protocol/document/linkage-writer.js";
import { InnerRequest } from "../kernel/inner-request.js";
import { RequestState, WriteState } from "../kernel/request-state.js";
import type { View } from "../kernel/views.js";
import { LocalIds, withIds } from "./local-ids.js";
import type { PlannedOperation } from "./read-batch.js";

/** An operation as batches run it. */
export interface BatchedOperation {
  /** Runs the operation within the transaction. Rejects with the reason if it fails. */
  readonly run: (state: RequestState) => Promise<void>;
  /** Runs only what decides whether the caller may write: its middleware and its wrappers. */
  readonly enter: (state: RequestState) => Promise<void>;
  /** The operation as the callers of a view see it. */
  readonly viewIn: (view: View) => RequestState["view"];
}

/** An operation while it runs, and after it. */
export interface RanOperation {
  readonly planned: PlannedOperation;
  /** The position of the operation that an error is about. */
  readonly index: number;
  /** Its request, with the handler's arguments and result. */
  readonly state: RequestState;
}

/** The operations of a batch, as far as they have run. */
export interface BatchRun {
  readonly done: RanOperation[];
  /** The operation that runs now. If it fails, it stays here. */
  running: RanOperation | undefined;
}

/**
 * Runs the operations of a batch one after the other, in the transaction of the state's context. Rejects with what the first failing
 * operation threw. After the timeout, no further operation starts.
 *
 * @param operationOf Returns an operation, ready to run.
 */
export async function runBatch(
  operations: readonly PlannedOperation[],
  outer: RequestState,
  view: View,
  batch: BatchRun,
  operationOf: (operation: OperationSpec) => BatchedOperation,
): Promise<void> {
  const lids = new LocalIds();
  const versions = new BatchVersions(operations);
  const members = transactionMembers(outer);
  for (const planned of operations) {
    if (outer.life.isExpired) return;
    const { operation, lid, declares, document } = planned;
    const { type } = operation.info;
    const seen = view.operationOf(operation) ?? operation; // it was there when the batch was read
    const id = lid === undefined ? planned.id : lids.get(type, lid);
    const check = versions.checkOf(planned, id);
    const state = startedState(operation, id, outer, members);
    state.document = document && planned.hasLocal ? withIds(document, seen, lids) : document;
    state.write.precondition = check.precondition;
    const { run, viewIn } = operationOf(operation);
    state.view = viewIn(view);
    batch.running = { planned, index: check.statedBy, state };
    await run(state);
    const changed = operation.info.kind === "createOne" ? createdId(state, type, view) : id;
    if (changed !== undefined) {
      if (declares !== undefined) lids.set(type, declares, changed);
      versions.record(planned, changed);
    }
    batch.done.push(batch.running);
    batch.running = undefined;
  }
}

/** Runs what decides whether the caller may run the operations of a batch, and none of them. */
export async function authorizeBatch(
  operations: readonly PlannedOperation[],
  outer: RequestState,
  _view: View,
  batch: BatchRun,
  operationOf: (operation: OperationSpec) => BatchedOperation,
): Promise<void> {
  const members = transactionMembers(outer);
  for (const planned of operations) {
    if (outer.life.isExpired) return;
    const state = startedState(planned.operation, planned.id, outer, members);
    batch.running = { planned, index: planned.index, state };
    await operationOf(planned.operation).enter(state);
  }
  batch.running = undefined;
}

function startedState(
  operation: OperationSpec,
  id: string,
  outer: RequestState,
  members: WriteState["members"],
): RequestState & { readonly write: WriteState } {
  const write = new WriteState(false);
  write.ctx = outer.write?.ctx ?? outer.ctx;
  write.members = members;
  const state = new RequestState(new InnerRequest(methodOf(operation), outer), id, outer.life);
  state.extendedBody = outer.extendedBody;
  state.profileAsked = outer.profileAsked;
  state.isResult = true;
  state.ctx = outer.ctx;
  return Object.assign(state, { write });
}

/** The id of the row that the handler of a create returned. Undefined after the timeout, when no response is written. */
function createdId({ result, response }: RequestState, type: string, view: View): string | undefined {
  if (response === undefined) return undefined;
  const { id } = toEnvelope(result).data as RowObject; // the response was written from it
  return view.api.writer(type).identifiers.text(id);
}

type Members = Readonly<Record<PropertyKey, unknown>>;

/** The members of the context of a batch that its transaction replaced. */
function transactionMembers({ write, ctx }: RequestState): Members {
  const outside = (write?.outside ?? ctx) as Members; // any object may be read by key
  const inside = ctx as Members; // any object may be read by key
  const names = Reflect.ownKeys(inside).filter((name) => inside[name] !== outside[name]);
  return Object.fromEntries(names.map((name) => [name, inside[name]]));
}

/** Puts them back after the middleware of an operation, which may add a database of its own: a write there could not be undone. */
export function keepTransaction(state: RequestState): void {
  const members = state.write?.members;
  const ctx = state.ctx as Members; // as above
  if (members === undefined || Reflect.ownKeys(members).every((name) => ctx[name] === members[name])) return;
  state.ctx = { ...ctx, ...members };
}

type Precondition = WriteState["precondition"];

/**
 * The versions that a batch states. All are compared with the version before the batch's first change of the resource. That first change
 * compares it in the statement that changes the row, so no other transaction can change the resource between.
 */
class BatchVersions {
  /** The first version that is stated of each resource. */
  readonly #stated = new Map<string, PlannedOperation>();
  /** The version before the first change. Undefined if it was not compared, and for a resource that the batch created. */
  readonly #changed = new Map<string, string | undefined>();

  constructor(operations: readonly PlannedOperation[]) {
    for (const planned of operations) {
      if (planned.version === undefined || planned.lid !== undefined || !isVersionedChange(planned.operation)) continue;
      const key = keyOf(planned, planned.id);
      if (!this.#stated.has(key)) this.#stated.set(key, planned);
    }
  }

  /**
   * How an operation is compared with the version of its resource, and the index of the operation that states the version.
   *
   * @param id The id of the resource.
   */
  checkOf(planned: PlannedOperation, id: string): { readonly precondition: Precondition; readonly statedBy: number } {
    const { index, version } = planned;
    if (!isVersionedChange(planned.operation)) return { precondition: undefined, statedBy: index };
    const key = keyOf(planned, id);
    if (this.#changed.has(key)) {
      const isSame = version === undefined || version === this.#changed.get(key);
      return { precondition: isSame ? "*" : [], statedBy: index };
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

function keyOf({ operation: { info, resource } }: PlannedOperation, id: string): string {
  return JSON.stringify([info.type, idKeyOf(resource, id)]); // both may contain any separator
}
