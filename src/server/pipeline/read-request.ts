import { UNSET } from "../../define/unset.js";
import type { HandlerArgs, OperationSpec } from "../../define/model/operation.js";
import { LinkageReader } from "../../protocol/body/linkage-reader.js";
import { readRelated } from "../../protocol/body/read-related.js";
import { type ResourceInput, ResourceReader } from "../../protocol/body/resource-reader.js";
import { notFound, type Problem, Refusal } from "../../protocol/errors/request-error.js";
import { show } from "../../protocol/text/shown.js";
import { CompiledQuery } from "../../protocol/query/query-parser.js";
import type { Query } from "../../protocol/query/parsed-query.js";
import { targetOf } from "../../protocol/reachable-types.js";
import { IdReader } from "../../protocol/id-parser.js";
import type { CompiledApi } from "../compiled-api.js";
import type { Exchange } from "./request-state.js";
import { isPromised } from "./maybe-promise.js";

/**
 * Fills a handler's arguments from a request, and gives the query, by which the answer is shaped. What is wrong with the
 * query is given, too, and not thrown: that takes a third of the time of such a request. Other refusals are thrown.
 */
export type Prepare = (args: HandlerArgs, exchange: Exchange) => Query | Refusal | Promise<Query | Refusal>;

/** Reads a body into the arguments. Throws a Refusal. */
type ReadBody = (args: HandlerArgs, exchange: Exchange) => undefined | Promise<void>;

/** Compiles what reads the requests of one operation. */
export function compilePrepare(operation: OperationSpec, api: CompiledApi): Prepare {
  const query = new CompiledQuery(operation, api.resources, api.limits);
  const readId = compileReadId(operation);
  const readBody = compileReadBody(operation, api);
  return (args, exchange) => {
    args.id = readId(exchange.id);
    const { query: values, problems } = query.read(exchange.incoming.query);
    const reading = readBody && readBodyWith(problems, readBody, args, exchange);
    if (reading === undefined) return fill(args, values, problems);
    return reading.then(() => fill(args, values, problems));
  };
}

function fill(args: HandlerArgs, query: Query, problems: readonly Problem[]): Query | Refusal {
  if (problems.length > 0) return new Refusal(problems);
  args.filter = query.filter;
  args.sort = query.sort;
  args.page = query.page;
  args.include = query.include;
  args.fields = query.fields;
  args.extra = query.extra;
  return query;
}

/** The problems of query and body are told together. */
function readBodyWith(
  problems: readonly Problem[],
  readBody: ReadBody,
  args: HandlerArgs,
  exchange: Exchange,
): undefined | Promise<void> {
  const fail = (error: unknown) => {
    if (!(error instanceof Refusal) || problems.length === 0) throw error;
    throw new Refusal([...problems, ...error.problems], error.headers);
  };
  try {
    return readBody(args, exchange)?.catch(fail);
  } catch (error) {
    return fail(error);
  }
}

const WITHOUT_ID: ReadonlySet<string> = new Set(["getMany", "createOne"]);

/** Reads the id in a path. One of the wrong form names nothing: 404. */
export function compileReadId({ info, resource }: OperationSpec): (text: string) => unknown {
  if (WITHOUT_ID.has(info.kind)) return () => undefined;
  const reader = new IdReader(resource.idKind, resource.id);
  return (text) => {
    const id = reader.fromText(text);
    if (id !== undefined) return id;
    throw new Refusal([notFound(`There is no "${info.type}" with the id ${show(text)}: an id is ${reader.noun}.`)]);
  };
}

function compileReadBody(operation: OperationSpec, api: CompiledApi): ReadBody | undefined {
  const { info, resource } = operation;
  switch (info.kind) {
    case "createOne": {
      const reader = new ResourceReader(resource, "create", api.resources, api.limits, api.requestTypes);
      return readingResource(reader, (values) => values);
    }
    case "editOne": {
      const reader = new ResourceReader(resource, "edit", api.resources, api.limits, api.requestTypes);
      const unset = Object.fromEntries([...resource.editFields].map((field) => [field, UNSET]));
      return readingResource(reader, (values) => ({ ...unset, ...values }));
    }
    case "editRelationship":
    case "addToRelationship":
    case "removeFromRelationship":
    case "resetRelationship": {
      const name = info.relationship ?? "";
      const spec = resource.relationships.get(name);
      if (spec === undefined) return undefined;
      const { relatedIds, nesting } = api.limits;
      const reader = new LinkageReader(name, spec, targetOf(resource, name, api.resources), relatedIds);
      return withBody((body, args, exchange) => {
        args.related = readRelated(body, exchange.extendedBody, reader, nesting);
        return undefined;
      });
    }
    default:
      return undefined;
  }
}

/** Reads a resource into the exchange and the arguments. */
function readingResource(reader: ResourceReader, inputOf: (values: ResourceInput["values"]) => object): ReadBody {
  const take = ({ values, pointerOf }: ResourceInput, args: HandlerArgs, exchange: Exchange) => {
    exchange.pointerOf = pointerOf;
    args.input = inputOf(values);
  };
  return withBody((body, args, exchange) => {
    const input = reader.read(body, exchange.extendedBody, exchange.id);
    if (isPromised(input)) return input.then((input) => take(input, args, exchange));
    take(input, args, exchange);
    return undefined;
  });
}

/** Waits for the body where it is not there yet. */
function withBody(
  read: (body: string | undefined, args: HandlerArgs, exchange: Exchange) => undefined | Promise<void>,
): ReadBody {
  return (args, exchange) => {
    const body = exchange.readBody();
    return isPromised(body) ? body.then((text) => read(text, args, exchange)) : read(body, args, exchange);
  };
}
