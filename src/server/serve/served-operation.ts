import { wrapInMiddleware } from "../../define/model/middleware.js";
import { type OperationSpec, operationName } from "../../define/model/operation.js";
import type { DeclaredIdempotency } from "../../define/types/idempotency.js";
import type { Transaction } from "../../define/types/router-options.js";
import { affectsOf } from "../affects-header.js";
import type { Batches } from "../atomic/serve-batch.js";
import type { Deadlines } from "../kernel/lifecycle.js";
import type { OperationView, RequestState } from "../kernel/request-state.js";
import type { View, Views } from "../kernel/views.js";
import type { OpenStreams } from "../kernel/open-streams.js";
import type { Channel } from "../live/channel.js";
import { compileView } from "./operation-view.js";

/** A stage of a request. It sets the response of the state or its refusal, or rejects. */
export type Stage = (operation: ServedOperation, state: RequestState) => Promise<void>;

/** Writes what the handler returned. */
type Respond = (operation: ServedOperation, state: RequestState) => RequestState["response"];

/** The way of a request. */
export interface Way {
  /** All of it: what comes before the middleware of its operation, and then `handle`. */
  readonly serve: Stage;
  /** What comes within the middleware. */
  readonly handle: Stage;
  readonly respond: Respond;
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
  readonly serve: Stage;
  /** What comes within the middleware, with the middleware. */
  readonly handle: Stage;
  readonly respond: Respond;
  /** Whether some callers cannot see the operation. */
  readonly canHide: boolean;
  /** Notes for live notices what the handler changed. */
  readonly note: ((state: RequestState) => void) | undefined;
  /** The value of a header with the other types that the operation affects. */
  readonly affects: string | undefined;
  readonly #inViews = new WeakMap<View, OperationView>();

  constructor(spec: OperationSpec, api: ApiParts, deadlines: Deadlines, { serve, handle, respond }: Way) {
    this.spec = spec;
    this.api = api;
    this.deadlines = deadlines;
    this.serve = serve;
    this.handle = this.around(handle);
    this.respond = respond;
    this.canHide = api.views.canHide(spec);
    this.note = api.live?.noting(spec);
    this.affects = affectsOf(spec);
  }

  /** The operation as the callers of a view see it. Undefined if it is hidden from them. */
  in(view: View): OperationView | undefined {
    let operation = this.#inViews.get(view);
    if (operation === undefined) {
      operation = compileView(this.spec, view);
      if (operation !== undefined) this.#inViews.set(view, operation);
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
