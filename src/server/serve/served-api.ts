import { isAction, type OperationSpec } from "../../define/model/operation.js";
import type { RouterSpec } from "../../define/model/router.js";
import type { DeclaredIdempotency } from "../../define/types/idempotency.js";
import type { Transaction } from "../../define/types/router-options.js";
import type { Limits } from "../../protocol/limits.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { BatchedOperation } from "../atomic/run-batch.js";
import type { Batches } from "../atomic/serve-batch.js";
import { Deadlines } from "../kernel/lifecycle.js";
import type { OpenStreams } from "../kernel/open-streams.js";
import type { Views } from "../kernel/views.js";
import type { Channel } from "../live/channel.js";
import type { RouteTable } from "../router.js";
import { action, batch, enterInBatch, handleInBatch, jsonApi, rpc, taggedRead, write } from "./serve.js";
import { liveNotices } from "./serve-live.js";
import { type ApiParts, noResponse, ServedOperation, type Way } from "./served-operation.js";

/** What the operations of an API share. */
interface Shared {
  readonly router: RouterSpec;
  readonly table: RouteTable;
  readonly views: Views;
  readonly limits: Limits;
  /** The path of the mount point. */
  readonly mount: string;
  /** Milliseconds, or `Infinity`, for an operation without an own timeout. */
  readonly timeout: number;
  readonly streams: OpenStreams;
  readonly allowedOrigins: ReadonlySet<string | undefined>;
  /** Where changes are announced. */
  readonly live: Channel | undefined;
  /** The operation of live notices. */
  readonly liveOperation: OperationSpec | undefined;
}

/** An API at one mount point. Its operations are compiled at their first use. */
export class ServedApi implements ApiParts {
  readonly views: Views;
  readonly streams: OpenStreams;
  readonly allowedOrigins: ReadonlySet<string | undefined>;
  readonly live: Channel | undefined;
  readonly mount: string;
  readonly transaction: Transaction<object> | undefined;
  readonly idempotency: DeclaredIdempotency | undefined;
  readonly batches: Batches;
  readonly #shared: Shared;
  readonly #operations = new Map<OperationSpec, ServedOperation>();
  readonly #batched = new Map<OperationSpec, BatchedOperation>();
  readonly #deadlines = new Map<number, Deadlines>();

  constructor(shared: Shared) {
    const { views, streams, allowedOrigins, live, mount, router, limits, table } = shared;
    this.#shared = shared;
    this.views = views;
    this.streams = streams;
    this.allowedOrigins = allowedOrigins;
    this.live = live;
    this.mount = mount;
    this.transaction = router.transaction;
    this.idempotency = router.idempotency;
    const operationOf = (spec: OperationSpec) => this.#inBatch(spec);
    this.batches = { max: router.atomic?.max ?? 0, limits, mount, table, operationOf };
  }

  operation(spec: OperationSpec): ServedOperation {
    let operation = this.#operations.get(spec);
    if (operation === undefined) {
      operation = new ServedOperation(spec, this, this.#deadlinesOf(spec), this.#wayOf(spec));
      this.#operations.set(spec, operation);
    }
    return operation;
  }

  getOne(type: string): ServedOperation | undefined {
    const spec = this.#shared.router.resources.get(type)?.operations.find(({ info }) => info.kind === "getOne");
    return spec && this.operation(spec);
  }

  /** The requests of one timeout share their timer. */
  #deadlinesOf({ options }: OperationSpec): Deadlines {
    const timeout = options.timeout ?? this.#shared.timeout;
    const deadlines = this.#deadlines.get(timeout) ?? new Deadlines(timeout);
    this.#deadlines.set(timeout, deadlines);
    return deadlines;
  }

  #wayOf(spec: OperationSpec): Way {
    const { router, limits, live, liveOperation } = this.#shared;
    const { info, resource, options } = spec;
    if (spec === router.atomic?.operation) return batch;
    if (live !== undefined && spec === liveOperation) return liveNotices(live);
    if (info.kind === "rpc") return rpc(spec, limits);
    if (isAction(info)) return action(spec, limits);
    if (resource.version !== undefined && info.kind === "getOne") return taggedRead;
    const isVersioned = resource.version !== undefined && OPERATIONS[info.kind].method !== "GET";
    return options.idempotent || isVersioned ? write : jsonApi;
  }

  #inBatch(spec: OperationSpec): BatchedOperation {
    let batched = this.#batched.get(spec);
    if (batched === undefined) {
      const operation = this.operation(spec);
      const enter = operation.around(enterInBatch);
      const run = operation.around(handleInBatch);
      batched = {
        viewIn: (view) => operation.in(view),
        enter: async (state) => void (await enter(operation, state)),
        run: async (state) => {
          await run(operation, state);
          if (state.response === undefined && !state.life.isExpired) throw noResponse(spec);
        },
      };
      this.#batched.set(spec, batched);
    }
    return batched;
  }
}
