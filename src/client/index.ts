/**
 * A typed client of a Trestle API, made from the API's type alone.
 *
 * @module
 */

export { createClient } from "./create-client.js";
export {
  BadRequest,
  Conflict,
  ContentTooLarge,
  Forbidden,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  PreconditionFailed,
  TooManyRequests,
  Unauthorized,
  UnprocessableContent,
  UnsupportedMediaType,
} from "./errors/errors.js";
export { ResponseError } from "./errors/error-response.js";
export { loadSuperjson } from "./send/superjson.js";
export { Unexpected } from "./errors/unexpected.js";

export type { Identifier } from "../define/types/identifier.js";
export type { Link, Meta } from "./send/document.js";
export type { AnyInput, ErrorObject, FieldErrors } from "./errors/error-fields.js";
export type { CallOptions, ClientOptions, HeadersLike } from "./send/options.js";
export type { Safe } from "./errors/safe.js";
export type {
  ActionOptions,
  CommandOptions,
  EventStream,
  Progress,
  ProgressOption,
  StreamOptions,
} from "./types/action.js";
export type { ActionInput, ActionResult } from "./types/named-action.js";
export type {
  AtomicFailure,
  AtomicResult,
  AtomicWrite,
  Batch,
  BatchCallOptions,
  Planned,
  PlannedChange,
} from "./types/atomic.js";
export type { Client, ResourceClient } from "./types/client.js";
export type { LiveNotice } from "./types/live.js";
export type { Collection } from "./types/collection.js";
export type { DeclaredFailure, EngineFailure, ReadFailure, ValidationCode } from "./types/failure.js";
export type { CreateInput, UpdateInput } from "./types/named-input.js";
export type { Item } from "./types/named-item.js";
export type { FilterInput, IncludePath, PageInput, SortInput } from "./types/named-query.js";
export type { LazyRead } from "./types/lazy-read.js";
export type { IdInput } from "./types/access.js";
export type { ListArguments, ReadOptions } from "./types/methods.js";
export type { Page, PageRead } from "./types/page.js";
export type { ResourceName } from "./types/resource-name.js";
export type { RelationshipClient } from "./types/relationship.js";
export type { RpcOptions, RpcResponse } from "./types/rpc.js";
export type { Single } from "./types/single.js";
export type { MismatchedVersion, WriteTarget } from "./types/version.js";
export type { Write } from "./types/write.js";
export type { UnexpectedCode, UnexpectedStatus } from "./errors/unexpected.js";

// Users do not write these types. TypeScript prints them in the declarations of programs that export clients, methods and results.
export type { CodeOf } from "../wire/errors.js";
export type { DefinitionOf, EndpointsOf, Member } from "./types/access.js";
export type { EventOf } from "../define/types/action-result.js";
export type { Changes } from "./types/write-input.js";
export type { InputFailure, KeyFailure } from "./types/failure.js";
export type { IsExact, NameIn } from "./types/fields.js";
export type {
  Actions,
  ActionWrite,
  ApiActions,
  CommandFailure,
  ItemCommand,
  ItemQuery,
  ItemStream,
  PlainCommand,
  PlainQuery,
  PlainStream,
  QueryFailure,
} from "./types/action.js";
export type { AtomicMethod, PlannedDelete, PlannedRelink, PlannedWrite } from "./types/atomic.js";
export type { LiveMethod } from "./types/live.js";
export type {
  CreateMethod,
  DeleteMethod,
  FindMethod,
  GetMethod,
  ListMethod,
  RelatedMethod,
  UpdateMethod,
} from "./types/methods.js";
export type { ChangeMethod, RelationshipMethod } from "./types/relationship.js";
export type { RpcMethod } from "./types/rpc.js";
export type { ResourceWrite } from "./types/write.js";
