// The headers that both ends, or several files, send or read. To add one, add a constant, in lower case as `Headers` and
// Node give it: no other file of src spells its name.

export const ACCEPT = "accept";
export const ALLOW = "allow";
export const CACHE_CONTROL = "cache-control";
export const CONNECTION = "connection";
export const CONTENT_ENCODING = "content-encoding";
export const CONTENT_LENGTH = "content-length";
/** Of a part of a form. */
export const CONTENT_TRANSFER_ENCODING = "content-transfer-encoding";
export const CONTENT_TYPE = "content-type";
export const ETAG = "etag";
export const IF_MATCH = "if-match";
export const IF_NONE_MATCH = "if-none-match";
export const LOCATION = "location";
export const TRANSFER_ENCODING = "transfer-encoding";
export const VARY = "vary";

/** With the value {@link NOSNIFF}, browsers do not guess another media type. */
export const CONTENT_TYPE_OPTIONS = "x-content-type-options";
export const NOSNIFF = "nosniff";

/** draft-ietf-httpapi-idempotency-key-header */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** Marks a stored response that is sent again. */
export const IDEMPOTENCY_REPLAYED = "idempotency-replayed";

/** The only header that a response sends several times: its values cannot be joined. */
export const SET_COOKIE = "set-cookie";

export const RETRY_AFTER = "retry-after";

/** The id of the last event that a client received, when it connects to a stream again. */
export const LAST_EVENT_ID = "last-event-id";

export const ORIGIN = "origin";
export const HOST = "host";
export const AUTHORIZATION = "authorization";

/** Where a browser's request comes from: https://www.w3.org/TR/fetch-metadata/ */
export const FETCH_SITE = "sec-fetch-site";

/** Lists the headers that a page of another origin may read. */
export const EXPOSE_HEADERS = "access-control-expose-headers";

/** The other types that a successful write affected, percent-encoded and separated by commas. */
export const AFFECTS = "trestle-affects";

/** The type note of a body that is plain JSON: of an rpc, or of an action's input or result. As JSON in ASCII. */
export const TYPE_NOTE = "trestle-rich";

/** The client's own mark: random text. A client does not hear of its own writes. */
export const CLIENT_MARK = "trestle-client";
