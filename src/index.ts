export { trestle, type ResourceConfig, type Trestle, type Wrapper } from "./define/api/trestle.js";
export { toMany, toOne } from "./define/api/relationship.js";
export { cursorPage, numberPage, offsetPage } from "./define/api/page.js";
export { respond } from "./define/model/response.js";
export {
  ApiError,
  ApiErrors,
  apiError,
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  NotFound,
  PreconditionFailed,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
  UnprocessableContent,
  VersionMismatch,
  type ApiErrorClass,
  type ApiErrorOptions,
  type DeclaredError,
  type ErrorClass,
  type ErrorSource,
} from "./define/errors.js";
export { json } from "./define/model/json.js";
export { offload, type OffloadModule } from "./define/api/offload.js";
export { type MemoryStoreOptions, memoryStore } from "./define/api/memory-store.js";
export { withMore, type NextMember } from "./define/model/with-more.js";
export { changesOf, UNSET, type ChangesOf } from "./define/unset.js";
export { type ReadRichOptions, readRich } from "./protocol/body/read-rich.js";

export type {
  Cursors,
  Envelope,
  Extent,
  LinkTarget,
  PagedEnvelope,
  RespondOptions,
  Sparse,
} from "./define/types/response.js";
export type {
  TypedResponse,
  ChangeRelationship,
  CreateOne,
  DeleteOne,
  EditOne,
  GetMany,
  GetOne,
  GetRelated,
  GetRelationship,
  Rpc,
} from "./define/types/operation-call.js";
export type { Middleware, MiddlewareArgs, ContextFactory, UnknownRequest } from "./define/types/context.js";
export type { OperationInfo } from "./define/types/operation-info.js";
export type { OperationKind } from "./wire/operations.js";
export type { CursorPage, CursorSlice, NumberPage, OffsetPage } from "./define/types/page.js";
export type { IntegerId, NestedRow, TextId, ToMany, ToOne } from "./define/types/relationship.js";
export type { ContextOf, Resource, RowOf, RefSchema } from "./define/types/resource.js";
export type { Router } from "./define/model/router.js";
export type { AnyApi, ApiOf, Registered, Related, ResourceRoutes, Routes } from "./define/types/routes.js";
export type { Sort, SortOrder } from "./define/types/sort.js";
export type { AtomicOptions, RouterOptions, Ran, Transaction, TransactionArgs } from "./define/types/router-options.js";
export type {
  Claim,
  IdempotencyOptions,
  IdempotencyStore,
  KeyUse,
  NewClaim,
  StoredResponse,
} from "./define/types/idempotency.js";

// Users do not write these types. TypeScript prints them in the declarations of programs that export resources and operations.
export type { Definition } from "./define/types/definition.js";
export type {
  CreateEndpoint,
  DeleteEndpoint,
  GetEndpoint,
  ListEndpoint,
  RelatedEndpoint,
  RelationshipEndpoint,
  RpcEndpoint,
  UpdateEndpoint,
} from "./define/types/endpoint.js";
export type { Command, Query, RegisterActions, Stream } from "./define/types/action.js";
export type { ActionEndpoint } from "./define/types/action-endpoint.js";
export type { ValueOnly } from "./define/types/action-options.js";
export type { EventOf, StreamEvent } from "./define/types/action-result.js";
export type { ApiContext, ResourceContext } from "./define/types/resource-context.js";
export type { IdsOf, MakeToMany, MakeToOne, ToOneOf } from "./define/types/relationship.js";
export type { RenamedColumn, Stored, StoredId, Unchecked } from "./define/types/stored.js";
export type { RequestType } from "./define/types/request-type.js";
