import { toEnvelope } from "../define/envelope.js";
import { wrapInMiddleware } from "../define/middleware.js";
import { type HandlerArgs, type OperationSpec, operationName } from "../define/operation-spec.js";
import { tellAffects } from "./affects.js";
import { type Answer, compileAnswer } from "./answer.js";
import type { CompiledApi } from "./compiled-api.js";
import type { Exchange } from "./exchange.js";
import type { Outgoing } from "./incoming.js";
import { negotiate } from "./negotiate.js";
import { compilePrepare, type Prepare } from "./prepare.js";

/** Handlers do not see the exchange; it travels with their arguments, through whatever middleware there is. */
const EXCHANGE = Symbol("exchange");

interface RunArgs extends HandlerArgs {
  readonly [EXCHANGE]: Exchange;
}

/** One operation, ready to serve. */
export interface Runner {
  run(exchange: Exchange): Promise<Outgoing | Response>;
}

/**
 * An operation that speaks JSON:API: negotiation, middleware, query and body, wrapper, handler, answer, in this order.
 * Middleware comes before anything else of the request is judged, so that who may not ask learns nothing.
 */
export class CompiledOperation implements Runner {
  readonly #operation: OperationSpec;
  readonly #answer: Answer;
  readonly #run: (args: RunArgs) => unknown;

  constructor(operation: OperationSpec, api: CompiledApi) {
    const prepare: Prepare = compilePrepare(operation, api);
    this.#operation = operation;
    const answer = compileAnswer(operation, api);
    const tell = tellAffects(operation);
    this.#answer = (envelope, query, exchange) => tell(answer(envelope, query, exchange));
    this.#run = wrapInMiddleware(operation.info, operation.middleware, async (args: RunArgs) => {
      const exchange = args[EXCHANGE];
      exchange.query = await prepare(args, exchange);
      return operation.handler(args);
    });
  }

  async run(exchange: Exchange): Promise<Outgoing> {
    await negotiate(exchange);
    const result = await this.#run(await makeArgs(exchange));
    if (exchange.query === undefined) {
      throw new TypeError(
        `${operationName(this.#operation.info)}: a middleware answered by itself. Call next() and return what it gives, or throw.`,
      );
    }
    return this.#answer(toEnvelope(result), exchange.query, exchange);
  }
}

/** An rpc: its request is neither negotiated nor parsed, and its response leaves as it is. */
export class CompiledRpc implements Runner {
  readonly #operation: OperationSpec;
  readonly #readId: (text: string) => unknown;
  readonly #tell: (answer: Response) => Response;
  readonly #run: (args: RunArgs) => unknown;

  /** @param bodySize Bytes that a body may have where the operation does not say. */
  constructor(operation: OperationSpec, readId: (text: string) => unknown, bodySize: number) {
    const limit = operation.options.bodySize ?? bodySize;
    this.#operation = operation;
    this.#readId = readId;
    this.#tell = tellAffects(operation);
    this.#run = wrapInMiddleware(operation.info, operation.middleware, (args: RunArgs) => {
      const exchange = args[EXCHANGE];
      args.id = this.#readId(exchange.id);
      args.request = exchange.incoming.toRequest(limit, exchange.signal);
      return operation.handler(args);
    });
  }

  async run(exchange: Exchange): Promise<Response> {
    const result = await this.#run(await makeArgs(exchange));
    if (result instanceof Response) return this.#tell(result);
    throw new TypeError(
      `${operationName(this.#operation.info)}: an rpc handler must return a Response. Return json(value), or new Response().`,
    );
  }
}

/** The signal is an accessor of the arguments' own, so that it is made only where one is read, and survives a spread. */
async function makeArgs(exchange: Exchange): Promise<RunArgs> {
  return {
    ctx: await exchange.incoming.makeContext(),
    get signal() {
      return exchange.signal;
    },
    [EXCHANGE]: exchange,
  };
}
