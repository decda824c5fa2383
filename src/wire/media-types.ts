// Every media type that Trestle sends or reads, beside JSON:API's. To add one, add a constant: no other file of src spells a media type.

/** Plain JSON: the body of an rpc, and the OpenAPI description. */
export const JSON_TEXT = "application/json";

/** A form, also with files. */
export const FORM = "multipart/form-data";

/** What an HTML form sends by default. */
export const URLENCODED = "application/x-www-form-urlencoded";

/** A part of a form that does not name its type (RFC 7578, 4.4). */
export const TEXT = "text/plain";

/** A body of an unknown type. */
export const BINARY = "application/octet-stream";

/** Any media type: a range in `Accept`, and a key in OpenAPI. */
export const ANY_TYPE = "*/*";
export const ANY_APPLICATION = "application/*";

/** The files of the documentation page. */
export const HTML = "text/html; charset=utf-8";
export const JAVASCRIPT = "text/javascript; charset=utf-8";
