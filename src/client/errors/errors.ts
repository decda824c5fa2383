import type { ClientStatus } from "../../wire/errors.js";
import type { AnyInput } from "./error-fields.js";
import { NotFound, ResponseError, type ResponseErrorInit } from "./response-error.js";

export { NotFound };

/** 400: the server cannot read the request, for example one of its query parameters. */
export class BadRequest<C extends string = string, TInput = AnyInput> extends ResponseError<400, C, TInput> {
  override name: string = "BadRequest";
}

/** 401: the request has no valid credentials. */
export class Unauthorized<C extends string = string, TInput = AnyInput> extends ResponseError<401, C, TInput> {
  override name: string = "Unauthorized";
}

/** 403: the user is not allowed to do this. */
export class Forbidden<C extends string = string, TInput = AnyInput> extends ResponseError<403, C, TInput> {
  override name: string = "Forbidden";
}

/** 405: the server does not have this operation, so its API differs from the one that this client was compiled with. */
export class MethodNotAllowed<C extends string = string, TInput = AnyInput> extends ResponseError<405, C, TInput> {
  override name: string = "MethodNotAllowed";
}

/** 406: the server cannot respond in a format that the request accepts. */
export class NotAcceptable<C extends string = string, TInput = AnyInput> extends ResponseError<406, C, TInput> {
  override name: string = "NotAcceptable";
}

/** 409: the request conflicts with the state of the resource. */
export class Conflict<C extends string = string, TInput = AnyInput> extends ResponseError<409, C, TInput> {
  override name: string = "Conflict";
}

/** 412: a condition of the request is not met. With the code `version_mismatch`, somebody else changed the resource. */
export class PreconditionFailed<C extends string = string, TInput = AnyInput> extends ResponseError<412, C, TInput> {
  override name: string = "PreconditionFailed";
}

/** 413: the request is larger than the server allows. */
export class ContentTooLarge<C extends string = string, TInput = AnyInput> extends ResponseError<413, C, TInput> {
  override name: string = "ContentTooLarge";
}

/** 415: the server does not support the request's media type. */
export class UnsupportedMediaType<C extends string = string, TInput = AnyInput> extends ResponseError<415, C, TInput> {
  override name: string = "UnsupportedMediaType";
}

/** 422: the input is not valid. `fields` says what is wrong with each field. */
export class UnprocessableContent<C extends string = string, TInput = AnyInput> extends ResponseError<422, C, TInput> {
  override name: string = "UnprocessableContent";
}

/** 429: too many requests. `response.headers` may say when to try again. */
export class TooManyRequests<C extends string = string, TInput = AnyInput> extends ResponseError<429, C, TInput> {
  override name: string = "TooManyRequests";
}

/** The class of each status that has one. An error with another status is a plain `ResponseError`. */
export const CLASSES = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  405: MethodNotAllowed,
  406: NotAcceptable,
  409: Conflict,
  412: PreconditionFailed,
  413: ContentTooLarge,
  415: UnsupportedMediaType,
  422: UnprocessableContent,
  429: TooManyRequests,
} satisfies {
  readonly [S in ClientStatus]: new (
    message: string,
    init: ResponseErrorInit<S, string>,
  ) => ResponseError<S>;
};
