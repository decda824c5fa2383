import { urlPattern } from "../../define/model/url-path.js";
import { UNSET } from "../../define/unset.js";
import type { HandlerArgs, OperationSpec } from "../../define/model/operation.js";
import { LinkageReader, readRelated } from "../../protocol/body/linkage-reader.js";
import type { Body } from "../../protocol/body/parse-document.js";
import { readPlainRelated, readPlainResource } from "../../protocol/body/plain-body.js";
import { type ResourceInput, ResourceReader } from "../../protocol/body/resource-reader.js";
import { notFound, type ErrorObject, RequestError } from "../../protocol/errors/request-error.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import { QueryParser } from "../../protocol/query/query-parser.js";
import { targetsOf } from "../../protocol/reachable-types.js";
import { IdParser } from "../../protocol/id-parser.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { CompiledApi } from "../compiled-api.js";
import { isPromise, type MaybePromise, whenReady } from "../../protocol/maybe-promise.js";
import type { OperationView, RequestState, UnreadArgument } from "../kernel/request-state.js";

/** Reads a body into the arguments of the state. Throws a RequestError. */
type ReadBody = (body: Body, state: RequestState) => MaybePromise<undefined>;

/** Compiles the step that parses the requests of one operation. */
export function compileReadRequest(operation: OperationSpec, api: CompiledApi): OperationView["read"] {
  const parser = new QueryParser(operation, api.resources, api.limits, api.relatedOf);
  const readId = compileReadId(operation);
  const readBody = compileReadBody(operation, api);
  return (state) => {
    const args = RequestArgs.of(state, readId(state.id));
    const { query, errors } = parser.read(state.request.query);
    state.query = query;
    if (errors.length > 0) return rejected(errors, readBody, state);
    args.filter = query.filter;
    args.any = query.any;
    if (query.any.length > 0) giveUnread(args, "any", query.any, state);
    args.sort = query.sort;
    args.page = query.page;
    args.include = query.include;
    args.fields = query.fields;
    args.extra = query.extra;
    if (query.includeQueries !== undefined) giveUnread(args, "includeQueries", query.includeQueries, state);
    return readBody && whenReady(state.document ?? state.readBody(), readBody, state);
  };
}

/** Gives the handler an argument that nothing else applies, and notes whether the handler reads it. */
function giveUnread(args: RequestArgs, name: UnreadArgument, value: unknown, state: RequestState): void {
  state.unread ??= new Set();
  const { unread } = state;
  unread.add(name);
  const get = () => {
    unread.delete(name);
    return value;
  };
  Object.defineProperty(args, name, { get, enumerable: true });
}

/** Returns the errors of a query, together with those of the body. */
function rejected(
  queryErrors: readonly ErrorObject[],
  readBody: ReadBody | undefined,
  state: RequestState,
): MaybePromise<RequestError> {
  const withErrorsOf = (error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
    return new RequestError([...queryErrors, ...error.errors], error.headers);
  };
  try {
    const reading = readBody && whenReady(state.document ?? state.readBody(), readBody, state);
    const alone = () => new RequestError(queryErrors);
    return isPromise(reading) ? reading.then(alone, withErrorsOf) : alone();
  } catch (error) {
    return withErrorsOf(error);
  }
}

/** Reads the id in a path. An invalid id is a 404. */
export function compileReadId(operation: OperationSpec): (text: string) => unknown {
  const { info, resource } = operation;
  if (!urlPattern(operation).segments.includes(":id")) return () => undefined;
  const reader = new IdParser(resource.idKind, resource.id);
  return (text) => {
    const id = reader.fromText(text);
    if (id !== undefined) return id;
    throw new RequestError([
      notFound(`No resource of "${info.type}" has the id ${quoteShort(text)}. An id must be ${reader.noun}.`),
    ]);
  };
}

function compileReadBody(operation: OperationSpec, api: CompiledApi): ReadBody | undefined {
  const { info, resource } = operation;
  switch (OPERATIONS[info.kind].body) {
    case "resource": {
      const isCreate = info.kind === "createOne";
      const mode = isCreate ? "create" : "edit";
      const reader = new ResourceReader(resource, mode, api.resources, api.limits, api.requestTypes);
      const unset = Object.fromEntries([...resource.editFields].map((field) => [field, UNSET]));
      return readingResource(reader, isCreate ? undefined : unset, api.limits.nesting);
    }
    case "linkage": {
      const name = info.relationship ?? "";
      const spec = resource.relationships.get(name);
      if (spec === undefined) return undefined;
      const { relatedIds, nesting } = api.limits;
      const reader = new LinkageReader(name, spec, targetsOf(resource, name, api.resources), relatedIds);
      return (body, state) => {
        const { related, at } = state.plainBody
          ? readPlainRelated(body, reader, nesting)
          : readRelated(body, state.extendedBody, reader, nesting);
        state.pointerOf = (field) => (field === name ? at : undefined);
        (state.args as HandlerArgs).related = related;
        return undefined;
      };
    }
    default:
      return undefined;
  }
}

/** Reads a resource into the state, and into the arguments, which are made before. @param unset What an edit does not set. */
function readingResource(reader: ResourceReader, unset: object | undefined, nesting: number): ReadBody {
  const take = ({ values, pointerOf }: ResourceInput, state: RequestState) => {
    state.pointerOf = pointerOf;
    (state.args as HandlerArgs).input = unset ? { ...unset, ...values } : values;
    return undefined;
  };
  return (body, state) => {
    const input = state.plainBody
      ? readPlainResource(body, reader, nesting, state.id)
      : reader.read(body, state.extendedBody, state.id);
    return whenReady(input, take, state);
  };
}

/** A handler's arguments. The steps fill in what the operation's kind has. */
export class RequestArgs implements HandlerArgs {
  declare readonly signal: AbortSignal;
  #state!: RequestState; // set before a handler gets the arguments
  ctx!: object;
  id: unknown = undefined;
  input: unknown = undefined;
  related: unknown = undefined;
  filter: unknown = undefined;
  any: unknown = undefined;
  sort: unknown = undefined;
  page: unknown = undefined;
  include: unknown = undefined;
  fields: unknown = undefined;
  extra: unknown = undefined;
  declare expected?: unknown;
  declare request?: Request;
  declare after?: string | undefined;

  /** Made when it is first read, because most handlers do not; an own property, so that `{ ...args }` keeps it. */
  static readonly #signal: PropertyDescriptor & ThisType<RequestArgs> = {
    get() {
      return this.#state.life.signal;
    },
    enumerable: true,
    configurable: true,
  };

  private constructor() {
    Object.defineProperty(this, "signal", RequestArgs.#signal);
  }

  static readonly #prepared: RequestArgs[] = [];

  /**
   * Gives a request its arguments. They are made 16 at a time: nothing else in a request runs the code that defines an accessor, so the processor
   * would load it for each of them. That takes 3 % of a small request: bench `server --before`, get one.
   */
  static of(state: RequestState, id: unknown): RequestArgs {
    const prepared = RequestArgs.#prepared;
    if (prepared.length === 0) for (let count = 0; count < 16; count++) prepared.push(new RequestArgs());
    const args = prepared.pop() as RequestArgs; // there is one
    args.#state = state;
    args.ctx = state.ctx;
    args.id = id;
    state.args = args;
    return args;
  }
}
