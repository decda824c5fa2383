import { ResponseError } from "./error-response.js";

/**
 * What the classes by status have in common. The client makes its errors without them, so that a page that names none loads
 * none: whatever has a class's status is an instance of it.
 */
class OfStatus<TStatus extends number, TCode extends string> extends ResponseError<TStatus, TCode> {
  declare static readonly status: number;

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: whichever class is asked
    return isOf(this, value);
  }
}

function isOf(asked: typeof OfStatus, value: unknown): boolean {
  // A class that somebody derives from one of these is a class like any other.
  if (!Object.hasOwn(asked, "status")) return Function.prototype[Symbol.hasInstance].call(asked, value);
  return value instanceof ResponseError && value.status === asked.status;
}

/** 400: the request cannot be understood, a query parameter among them. */
export class BadRequest<TCode extends string = string> extends OfStatus<400, TCode> {
  static override readonly status = 400;
  override name: string = "BadRequest";
}

/** 401: it is not known who asks. */
export class Unauthorized<TCode extends string = string> extends OfStatus<401, TCode> {
  static override readonly status = 401;
  override name: string = "Unauthorized";
}

/** 403: whoever asks may not do this. */
export class Forbidden<TCode extends string = string> extends OfStatus<403, TCode> {
  static override readonly status = 403;
  override name: string = "Forbidden";
}

/** 404: there is no such resource. `find` throws it, too, when nothing passes its filter. */
export class NotFound<TCode extends string = string> extends OfStatus<404, TCode> {
  static override readonly status = 404;
  override name: string = "NotFound";
}

/** 405: the server does not have this operation, so its API is not the one that this client was compiled with. */
export class MethodNotAllowed<TCode extends string = string> extends OfStatus<405, TCode> {
  static override readonly status = 405;
  override name: string = "MethodNotAllowed";
}

/** 406: the server cannot answer in a form that the request accepts. */
export class NotAcceptable<TCode extends string = string> extends OfStatus<406, TCode> {
  static override readonly status = 406;
  override name: string = "NotAcceptable";
}

/** 409: the request contradicts what is there. */
export class Conflict<TCode extends string = string> extends OfStatus<409, TCode> {
  static override readonly status = 409;
  override name: string = "Conflict";
}

/** 413: the request is larger than the server takes. */
export class ContentTooLarge<TCode extends string = string> extends OfStatus<413, TCode> {
  static override readonly status = 413;
  override name: string = "ContentTooLarge";
}

/** 415: the server does not read the request's media type. */
export class UnsupportedMediaType<TCode extends string = string> extends OfStatus<415, TCode> {
  static override readonly status = 415;
  override name: string = "UnsupportedMediaType";
}

/** 422: the input does not fit. `fields` says what is wrong with each field. */
export class UnprocessableContent<TCode extends string = string> extends OfStatus<422, TCode> {
  static override readonly status = 422;
  override name: string = "UnprocessableContent";
}

/** 429: too many requests; `response.headers` may say when to try again. */
export class TooManyRequests<TCode extends string = string> extends OfStatus<429, TCode> {
  static override readonly status = 429;
  override name: string = "TooManyRequests";
}
