export { respond } from "./define/envelope.js";
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
} from "./define/errors.js";
export { json } from "./define/json.js";
export { offload } from "./define/offload.js";
export { numberPage, offsetPage } from "./define/page.js";
export { toMany, toOne } from "./define/relationship.js";
export { trestle } from "./define/trestle.js";
export { changesOf, UNSET } from "./define/unset.js";
export { type ReadRichOptions, readRich } from "./protocol/body/read-rich.js";

export type { Envelope, Extent, LinkTarget, PagedEnvelope, RespondOptions, Sparse } from "./define/envelope.js";
export type { ApiErrorClass, ApiErrorOptions, DeclaredError, ErrorClass, ErrorSource } from "./define/errors.js";
export type { TypedResponse } from "./define/json.js";
export type { Middleware, MiddlewareArgs } from "./define/middleware.js";
export type { OffloadModule } from "./define/offload.js";
export type { OperationInfo, OperationKind } from "./define/operation-spec.js";
export type { NumberPage, OffsetPage } from "./define/page.js";
export type { ToMany, ToOne } from "./define/relationship.js";
export type { Resource, RowOf } from "./define/resource.js";
export type { Router } from "./define/router.js";
export type { AnyApi } from "./define/routes.js";
export type { Sort, SortOrder } from "./define/sort.js";
export type { ContextFactory, ResourceConfig, Trestle, Wrapper } from "./define/trestle.js";
export type { ChangesOf } from "./define/unset.js";

// Nobody writes these: TypeScript does, in the declarations of a program that exports resources and operations.
export type { Definition } from "./define/definition.js";
export type {
  CreateEndpoint,
  DeleteEndpoint,
  GetEndpoint,
  ListEndpoint,
  RelatedEndpoint,
  RelationshipEndpoint,
  RpcEndpoint,
  UpdateEndpoint,
} from "./define/endpoint.js";
export type {
  ChangeRelationship,
  CreateOne,
  DeleteOne,
  EditOne,
  GetMany,
  GetOne,
  GetRelated,
  GetRelationship,
  Rpc,
} from "./define/operation.js";
export type { RefSchema } from "./define/ref.js";
export type { NestedRow } from "./define/relationship.js";
export type { Registered, Related, Routes } from "./define/routes.js";
export type { RequestType } from "./define/request-type.js";
export type { Subject } from "./define/subject.js";
