// The headers that both ends, or several files, send or read. To add one, add a constant, in lower case as `Headers` and
// Node give it: no other file of src spells its name.

export const ACCEPT = "accept";
export const ALLOW = "allow";
export const CACHE_CONTROL = "cache-control";
export const CONNECTION = "connection";
export const CONTENT_LENGTH = "content-length";
export const CONTENT_TYPE = "content-type";
export const ETAG = "etag";
export const IF_MATCH = "if-match";
export const IF_NONE_MATCH = "if-none-match";
export const TRANSFER_ENCODING = "transfer-encoding";
export const VARY = "vary";

/** With the value {@link NOSNIFF}, browsers do not guess another media type. */
export const CONTENT_TYPE_OPTIONS = "x-content-type-options";
export const NOSNIFF = "nosniff";

/** Lists the headers that a page of another origin may read. */
export const EXPOSE_HEADERS = "access-control-expose-headers";

/** The other types that a successful write affected, percent-encoded and separated by commas. */
export const AFFECTS = "trestle-affects";

/** The type note of an rpc's body, as JSON in ASCII. */
export const TYPE_NOTE = "trestle-rich";
