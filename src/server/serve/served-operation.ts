import { wrapInMiddleware } from "../../define/model/middleware.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { DeclaredIdempotency } from "../../define/types/idempotency.js";
import type { Transaction } from "../../define/types/router-options.js";
import { withAffectsHeader } from "../affects-header.js";
import type { Batches } from "../atomic/serve-batch.js";
import type { ServerResponse } from "../http.js";
import type { Deadlines } from "../kernel/lifecycle.js";
import type { MaybePromise } from "../kernel/maybe-promise.js";
import type { OperationView, Refusal, RequestState } from "../kernel/request-state.js";
import type { View, Views } from "../kernel/views.js";
import type { OpenStreams } from "../kernel/open-streams.js";
import type { Channel } from "../live/channel.js";
import { compileView } from "./operation-view.js";

/** A stage of a request. It returns why the request is refused, or throws. */
export type Stage = (operation: ServedOperation, state: RequestState) => MaybePromise<Refusal>;

/** The way of a request: what comes before the middleware of its operation, and what comes within it. */
export interface Way {
  readonly enter: Stage;
  readonly handle: Stage;
}

/** What the operations of an API share. */
export interface ApiParts {
  readonly views: Views;
  readonly streams: OpenStreams;
  readonly allowedOrigins: ReadonlySet<string | undefined>;
  /** Where changes are announced. */
  readonly live: Channel | undefined;
  /** The path of the mount point. */
  readonly mount: string;
  readonly transaction: Transaction<object> | undefined;
  readonly idempotency: DeclaredIdempotency | undefined;
  readonly batches: Batches;
  /** The operation that reads a resource, by its type. */
  getOne(type: string): ServedOperation | undefined;
}

/** One operation of an API, ready to serve. What its requests need is made once. */
export class ServedOperation {
  readonly spec: OperationSpec;
  readonly api: ApiParts;
  readonly deadlines: Deadlines;
  readonly enter: Stage;
  /** What comes after {@link enter}, with the middleware. */
  readonly handle: Stage;
  /** Whether some callers cannot see the operation. */
  readonly canHide: boolean;
  /** Notes for live notices what the handler changed. */
  readonly note: ((state: RequestState) => void) | undefined;
  readonly withAffects: <T extends ServerResponse | Response>(response: T) => T;
  readonly #inViews = new WeakMap<View, OperationView>();

  constructor(spec: OperationSpec, api: ApiParts, deadlines: Deadlines, { enter, handle }: Way) {
    this.spec = spec;
    this.api = api;
    this.deadlines = deadlines;
    this.enter = enter;
    this.handle = this.around(handle);
    this.canHide = api.views.canHide(spec);
    this.note = api.live?.noting(spec);
    this.withAffects = withAffectsHeader(spec);
  }

  /** The operation as the callers of a view see it. Undefined if it is hidden from them. */
  in(view: View): OperationView | undefined {
    const operation = this.#inViews.get(view) ?? compileView(this.spec, view);
    if (operation !== undefined) this.#inViews.set(view, operation);
    return operation;
  }

  /** Puts the operation's middleware around a stage. Middleware sees a refusal thrown. */
  around(stage: Stage): Stage {
    const { info, middleware } = this.spec;
    if (middleware.length === 0) return stage;
    const run = wrapInMiddleware(info, middleware, async (state: RequestState) => {
      if (state.life.isExpired)
        throw new Error(`${operationName(info)}: a middleware called next() when the timeout was over.`);
      const refusal = await stage(this, state);
      if (refusal) throw refusal;
    });
    return async (_operation, state) => {
      await run(state);
      return undefined;
    };
  }
}

/** The error of an operation without a response. */
export function noResponse({ info }: OperationSpec): TypeError {
  return new TypeError(
    `${operationName(info)}: a middleware returned without calling next(). Return next()'s result, or throw.`,
  );
}
