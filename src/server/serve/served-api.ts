import { wrapInMiddleware } from "../../define/model/middleware.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { RouterSpec } from "../../define/model/router.js";
import type { Limits } from "../../protocol/limits.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import { madeOnce } from "../../schema/made-once.js";
import { affectsOf } from "../affects-header.js";
import type { BatchedOperation } from "../atomic/run-batch.js";
import type { Batches } from "../atomic/serve-batch.js";
import { Deadlines, type OperationView, type RequestState } from "../kernel/request-state.js";
import type { OpenStreams } from "../kernel/open-streams.js";
import type { View, Views } from "../kernel/views.js";
import type { Channel } from "../live/channel.js";
import type { RouteTable } from "../router.js";
import { compileView } from "./operation-view.js";

/** What all operations of an API at one mount point share. */
export interface Shared {
  readonly router: RouterSpec;
  readonly table: RouteTable;
  readonly views: Views;
  readonly limits: Limits;
  /** Whether plain JSON is served as well. */
  readonly plain: boolean;
  readonly mount: string;
  /** Milliseconds, or `Infinity`, for an operation without an own timeout. */
  readonly timeout: number;
  readonly streams: OpenStreams;
  /** The start of links to what error codes mean. */
  readonly errorTypes: string | undefined;
  readonly allowedOrigins: ReadonlySet<string | undefined>;
  readonly live: Channel | undefined;
  readonly liveOperation: OperationSpec | undefined;
  readonly ways: Ways;
}

/** What serves the requests of each kind of operation. */
export interface Ways {
  of(spec: OperationSpec, shared: Shared): Way;
  readonly authorizeInBatch: Stage;
  readonly changeInBatch: Stage;
}

/** An API at one mount point. Its operations are compiled at their first use. */
export class ServedApi {
  readonly batches: Batches;
  readonly #operations = new Map<OperationSpec, ServedOperation>();
  readonly #batched = new Map<OperationSpec, BatchedOperation>();
  /** The requests of one timeout share their timer. */
  readonly #deadlines = new Map<number, Deadlines>();

  constructor(readonly shared: Shared) {
    const { mount, router, limits, table } = shared;
    const operationOf = (spec: OperationSpec) => this.#inBatch(spec);
    this.batches = { max: router.atomic?.max ?? 0, limits, mount, table, operationOf };
  }

  operation(spec: OperationSpec): ServedOperation {
    let operation = this.#operations.get(spec);
    if (operation === undefined) {
      const timeout = spec.options.timeout ?? this.shared.timeout;
      const deadlines = madeOnce(this.#deadlines, timeout, () => new Deadlines(timeout));
      operation = new ServedOperation(spec, this, deadlines, this.shared.ways.of(spec, this.shared));
      this.#operations.set(spec, operation);
    }
    return operation;
  }

  /** The operation that reads a resource, by its type. */
  getOne(type: string): ServedOperation | undefined {
    const spec = this.shared.router.resources.get(type)?.operations.find(({ info }) => info.kind === "getOne");
    return spec && this.operation(spec);
  }

  #inBatch(spec: OperationSpec): BatchedOperation {
    return madeOnce(this.#batched, spec, () => {
      const operation = this.operation(spec);
      const { ways } = this.shared;
      const enter = operation.around(ways.authorizeInBatch);
      const run = operation.around(ways.changeInBatch);
      return {
        viewIn: (view) => operation.in(view),
        enter: async (state) => void (await enter(operation, state)),
        run: async (state) => {
          await run(operation, state);
          if (state.response === undefined && !state.life.isExpired) throw noResponse(spec);
        },
      };
    });
  }
}

/** A stage of a request. It sets the response of the state or its refusal, or rejects. */
export type Stage = (operation: ServedOperation, state: RequestState) => Promise<void>;

/** Writes what the handler returned. */
type Respond = (operation: ServedOperation, state: RequestState) => RequestState["response"];

/** The way of a request. */
export interface Way {
  /** All of it: what comes before the middleware of its operation, and then the middleware. Returns no promise if it waited for nothing. */
  readonly serve: (operation: ServedOperation, state: RequestState) => MaybePromise<void>;
  /** What comes within the middleware. */
  readonly withinMiddleware: Stage;
  readonly respond: Respond;
}

/** One operation of an API, ready to serve. What its requests need is made once. */
export class ServedOperation {
  readonly serve: Way["serve"];
  /** What comes within the middleware, with the middleware. */
  readonly runMiddleware: Stage;
  readonly respond: Respond;
  /** Whether some callers cannot see the operation. */
  readonly canHide: boolean;
  /** Notes for live notices what the handler changed. */
  readonly note: ((state: RequestState) => void) | undefined;
  /** The value of a header with the other types that the operation affects. */
  readonly affects: string | undefined;
  /** The operation as every caller sees it, if all see the same. Made at its first use. */
  common: OperationView | undefined = undefined;
  readonly #inViews = new WeakMap<View, OperationView>();

  constructor(
    readonly spec: OperationSpec,
    readonly api: ServedApi,
    readonly deadlines: Deadlines,
    { serve, withinMiddleware, respond }: Way,
  ) {
    this.serve = serve;
    this.runMiddleware = this.around(withinMiddleware);
    this.respond = respond;
    this.canHide = api.shared.views.canHide(spec);
    this.note = api.shared.live?.noting(spec);
    this.affects = affectsOf(spec);
  }

  /** The operation as the callers of a view see it. Undefined if it is hidden from them. */
  in(view: View): OperationView | undefined {
    let operation = this.#inViews.get(view);
    if (operation === undefined) {
      operation = compileView(this.spec, view);
      if (operation !== undefined) this.#inViews.set(view, operation);
      if (this.api.shared.views.isOne) this.common = operation;
    }
    return operation;
  }

  /** Puts the operation's middleware around a stage. Middleware sees a refusal thrown. */
  around(stage: Stage): Stage {
    const { info, middleware } = this.spec;
    if (middleware.length === 0) return stage;
    const run = wrapInMiddleware(info, middleware, async (state: RequestState) => {
      if (state.life.isExpired)
        throw new Error(`${operationName(info)}: a middleware called next() when the timeout was over.`);
      await stage(this, state);
      state.throwRefusal();
    });
    return async (_operation, state) => void (await run(state));
  }
}

/** The error of an operation without a response. */
export function noResponse({ info }: OperationSpec): TypeError {
  return new TypeError(
    `${operationName(info)}: a middleware returned without calling next(). Return next()'s result, or throw.`,
  );
}
