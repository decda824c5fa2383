import { ResponseError } from "./response-error.js";

/** 400: the request cannot be understood, a query parameter among them. */
export class BadRequest<TCode extends string = string> extends ResponseError<400, TCode> {
  override name: string = "BadRequest";
}

/** 401: it is not known who asks. */
export class Unauthorized<TCode extends string = string> extends ResponseError<401, TCode> {
  override name: string = "Unauthorized";
}

/** 403: whoever asks may not do this. */
export class Forbidden<TCode extends string = string> extends ResponseError<403, TCode> {
  override name: string = "Forbidden";
}

/** 404: there is no such resource. `find` throws it, too, when nothing passes its filter. */
export class NotFound<TCode extends string = string> extends ResponseError<404, TCode> {
  override name: string = "NotFound";
}

/** 405: the server does not have this operation, so its API is not the one that this client was compiled with. */
export class MethodNotAllowed<TCode extends string = string> extends ResponseError<405, TCode> {
  override name: string = "MethodNotAllowed";
}

/** 406: the server cannot answer in a form that the request accepts. */
export class NotAcceptable<TCode extends string = string> extends ResponseError<406, TCode> {
  override name: string = "NotAcceptable";
}

/** 409: the request contradicts what is there. */
export class Conflict<TCode extends string = string> extends ResponseError<409, TCode> {
  override name: string = "Conflict";
}

/** 413: the request is larger than the server takes. */
export class ContentTooLarge<TCode extends string = string> extends ResponseError<413, TCode> {
  override name: string = "ContentTooLarge";
}

/** 415: the server does not read the request's media type. */
export class UnsupportedMediaType<TCode extends string = string> extends ResponseError<415, TCode> {
  override name: string = "UnsupportedMediaType";
}

/** 422: the input does not fit. `fields` says what is wrong with each field. */
export class UnprocessableContent<TCode extends string = string> extends ResponseError<422, TCode> {
  override name: string = "UnprocessableContent";
}

/** 429: too many requests; `response.headers` may say when to try again. */
export class TooManyRequests<TCode extends string = string> extends ResponseError<429, TCode> {
  override name: string = "TooManyRequests";
}
