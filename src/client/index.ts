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
export { loadSuperjson } from "./send/superjson.js";
export { ResponseError, Unexpected, type UnexpectedCode, type UnexpectedStatus } from "./errors/response-error.js";

export type { Identifier } from "../define/types/relationship-shape.js";
export type { Link, Meta } from "./send/document.js";
export type { AnyInput, ErrorObject, FieldErrors } from "./errors/error-fields.js";
export type { CallOptions, ClientOptions, HeadersLike } from "./send/options.js";
export type { Safe } from "./send/call.js";
export type {
  ActionOptions,
  CommandOptions,
  EventStream,
  Progress,
  ProgressOption,
  StreamOptions,
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
export type { ActionInput, ActionResult, Item } from "./types/named-item.js";
export type {
  AtomicFailure,
  AtomicResult,
  AtomicWrite,
  Batch,
  BatchCallOptions,
  Planned,
  PlannedChange,
  AtomicMethod,
  PlannedDelete,
  PlannedRelink,
  PlannedWrite,
} from "./types/atomic.js";
export type { Client, ResourceClient, LiveNotice, LiveMethod } from "./types/client.js";
export type { Collection, Page, PageRead } from "./types/collection.js";
export type {
  DeclaredFailure,
  EngineFailure,
  ReadFailure,
  ValidationCode,
  InputFailure,
  KeyFailure,
} from "./types/failure.js";
export type {
  CreateInput,
  UpdateInput,
  FilterInput,
  IncludePath,
  PageInput,
  SortInput,
  ResourceName,
} from "./types/named-input.js";
export type { LazyRead, Single } from "./types/lazy-read.js";
export type { IdInput, DefinitionOf, EndpointsOf, Member } from "./types/access.js";
export type {
  ListArguments,
  ReadOptions,
  CreateMethod,
  DeleteMethod,
  FindMethod,
  GetMethod,
  ListMethod,
  MoreMethod,
  RelatedMethod,
  UpdateMethod,
} from "./types/methods.js";
export type { RelationshipClient, ChangeMethod, RelationshipMethod } from "./types/relationship.js";
export type { RpcOptions, RpcResponse, RpcMethod } from "./types/rpc.js";
export type { MismatchedVersion, WriteTarget, Write, ResourceWrite, Changes } from "./types/write.js";

// Users do not write these types. TypeScript prints them in the declarations of programs that export clients, methods and results.
export type { CodeOf } from "../wire/errors.js";
export type { EventOf } from "../define/types/action-result.js";
export type { IsExact, NameIn } from "./types/query-input.js";
