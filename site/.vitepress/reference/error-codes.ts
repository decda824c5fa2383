import { CODES, type ErrorCode } from "../../../src/wire/errors.js";
import type { ReferencePage } from "./reference.js";

// A page for each code of Trestle's own errors: what it means, and what to do about it.

interface Advice {
  readonly meaning: string;
  readonly remedy: string;
  /** The guide that says more, as a path of the site. */
  readonly guide?: string;
}

const VALUE =
  "Send a value that the field's schema accepts. `source.pointer` leads to the field, and `detail` says what the schema demands.";

/** A value of a field that its schema does not accept. The codes are Zod's. */
const value = (meaning: string): Advice => ({ meaning, remedy: VALUE, guide: "/docs/errors" });

const ADVICE: Readonly<Record<ErrorCode, Advice>> = {
  bad_request: {
    meaning:
      "The server cannot read the request: its path is not percent-encoded UTF-8, its target contains `#`, or it is not valid HTTP.",
    remedy: "Encode each part of the path with `encodeURIComponent`. Trestle's client does this by itself.",
  },
  unknown_parameter: {
    meaning: "The operation does not declare a parameter of the query, or a field or type in it.",
    remedy:
      "Correct the name. `detail` suggests the nearest name, and `source.parameter` says which parameter it is. To allow the parameter, declare it in the operation's `filter`, `sort` or `extra`.",
    guide: "/docs/querying",
  },
  missing_parameter: {
    meaning: "The operation requires a filter or another parameter, and the query does not contain it.",
    remedy: "Add the parameter that `source.parameter` names.",
    guide: "/docs/querying",
  },
  invalid_parameter: {
    meaning:
      "A parameter's value has the wrong type, fails its schema or exceeds a limit; or a sort key, an include path or a field is not declared.",
    remedy: "Correct the value. `detail` lists what the parameter allows.",
    guide: "/docs/querying",
  },
  duplicate_parameter: {
    meaning: "A parameter that takes one value is in the query twice.",
    remedy: "Send it once. Only parameters that are lists may be repeated.",
    guide: "/docs/querying",
  },
  invalid_header: {
    meaning: "A header, such as `If-Match`, cannot be read.",
    remedy: "Send the version as the server sent it in `ETag`. `source.header` says which header it is.",
    guide: "/docs/lost-updates",
  },
  idempotency_key_required: {
    meaning: "The operation demands the header `Idempotency-Key`, and the request has none.",
    remedy:
      "Send a new key with each write, and the same key when you send the write again. Trestle's client does this by itself.",
    guide: "/docs/retries",
  },
  invalid_idempotency_key: {
    meaning: "The header `Idempotency-Key` cannot be read: a key has 1 to 255 ASCII characters.",
    remedy: "Send a UUID, with or without quotes.",
    guide: "/docs/retries",
  },
  query_too_long: {
    meaning: "The query is longer than the limit `queryLength`.",
    remedy: "Ask for less at once, for example for fewer ids. The adapter's option `limits` can raise the limit.",
    guide: "/docs/limits",
  },
  malformed_json: {
    meaning: "The body is not valid JSON.",
    remedy: "Make the body with a JSON serializer, and send it as UTF-8.",
  },
  invalid_document: {
    meaning:
      "The body is JSON, but not a JSON:API document: `data` or `type` is missing, an `id` is not a string, or it has too many levels.",
    remedy: "`source.pointer` says where. Trestle's client writes these documents by itself.",
    guide: "/docs/operations",
  },
  invalid_operation: {
    meaning: "An operation of a batch is not one that JSON:API's extension for atomic operations describes.",
    remedy: "`source.pointer` leads to the operation.",
    guide: "/docs/atomic",
  },
  unauthorized: {
    meaning: "The request has no valid credentials.",
    remedy: "Sign in, and send the credentials that this API expects. The app throws this error.",
    guide: "/docs/authentication",
  },
  forbidden: {
    meaning: "The caller may not do this.",
    remedy: "Ask the app's owner for the right. The app throws this error.",
    guide: "/docs/authentication",
  },
  cross_site: {
    meaning: "A page of another site sent a write, and the API does not list that site.",
    remedy: "List the page's origin in the adapter's option `origins`, if it is yours.",
    guide: "/docs/cors",
  },
  client_id_not_allowed: {
    meaning: "A create contains an `id`, but the server chooses the ids of this resource.",
    remedy: 'Leave the `id` out. To let clients choose it, put `"id"` into the resource\'s `createFields`.',
    guide: "/docs/define",
  },
  update_not_allowed: {
    meaning: "The resource cannot be edited: no such operation is registered.",
    remedy: "The response's header `Allow` lists what is possible. To allow edits, register `editOne`.",
    guide: "/docs/operations",
  },
  relationship_update_not_allowed: {
    meaning: "The relationship does not support this change, for example to add members where it can only be set.",
    remedy: "Use another method, or register the change with `changeRelationship`.",
    guide: "/docs/operations",
  },
  not_found: {
    meaning: "The path leads nowhere, or no resource has the id, or the caller may not see it.",
    remedy: "Check the path and the id. An id of the wrong form is not found, either.",
    guide: "/docs/errors",
  },
  method_not_allowed: {
    meaning: "The path exists, but not with this method.",
    remedy: "The response's header `Allow` lists the methods. A client may be older or newer than the server.",
  },
  not_acceptable: {
    meaning: "`Accept` excludes `application/vnd.api+json`, or asks for an extension that the server does not have.",
    remedy: "Send `Accept: application/vnd.api+json`, or no such header.",
  },
  request_timeout: {
    meaning: "The request did not arrive in time.",
    remedy: "Send it again. Over slow connections, raise the server's timeout.",
    guide: "/docs/limits",
  },
  conflict: {
    meaning:
      "The request conflicts with what is stored, for example with another resource that has the same unique value.",
    remedy: "`detail` says what the conflict is. Change the value, or read the resource again.",
    guide: "/docs/errors",
  },
  request_in_progress: {
    meaning: "A request with the same idempotency key is not done yet.",
    remedy: "Wait, and send the request again with the same key.",
    guide: "/docs/retries",
  },
  response_withheld: {
    meaning:
      "The write with this idempotency key was done, but its response is for another `Accept` header, or contains other fields than the caller can see now.",
    remedy: "Read the resource at the response's `Location`. Do not send the write with a new key.",
    guide: "/docs/retries",
  },
  type_mismatch: {
    meaning: "`type` in the body is not the type of the resource, or not that of the relationship's target.",
    remedy: "Correct the `type` where `source.pointer` says.",
  },
  id_mismatch: {
    meaning: "The `id` in the body differs from the id in the URL.",
    remedy: "Send the same id in both places.",
  },
  gone: {
    meaning: "The resource existed, and was removed for good.",
    remedy: "Remove links to it. The app throws this error.",
  },
  precondition_failed: {
    meaning: "A condition of the request is not met.",
    remedy: "Read the resource again, and decide whether the request still makes sense.",
    guide: "/docs/lost-updates",
  },
  version_mismatch: {
    meaning: "Somebody else changed the resource after this client read it.",
    remedy: "Read it again, put the user's changes on the new version, and send them with the new version.",
    guide: "/docs/lost-updates",
  },
  content_too_large: {
    meaning: "The body is larger than the limit `bodySize`, or than the limit of this operation.",
    remedy: "Send less, or raise the limit in the adapter's option `limits`.",
    guide: "/docs/limits",
  },
  too_many_operations: {
    meaning: "A batch has more operations than the limit allows.",
    remedy: "Send several batches. Each of them is one transaction.",
    guide: "/docs/atomic",
  },
  uri_too_long: {
    meaning: "The URL is longer than the server reads.",
    remedy: "Ask for less at once.",
    guide: "/docs/limits",
  },
  unsupported_media_type: {
    meaning: "The body's `Content-Type` is not one that the operation reads, or has a parameter that JSON:API forbids.",
    remedy: "Send `Content-Type: application/vnd.api+json` without parameters.",
  },
  unprocessable_content: {
    meaning: "The request can be read, but what it asks for is not acceptable.",
    remedy: "`detail` says why. The app throws this error.",
  },
  idempotency_key_reused: {
    meaning: "The idempotency key belongs to another request: its body, its query or its content type differs.",
    remedy: "Make a new key for each write. Use a key again only to repeat the same write.",
    guide: "/docs/retries",
  },
  required: {
    meaning: "A field is missing.",
    remedy: "Add the field. `source.pointer` leads to its parent, and `meta.path` is the field.",
    guide: "/docs/errors",
  },
  unknown_field: {
    meaning: "The resource has no such field, or clients may not write it.",
    remedy: "Correct the name, or leave the field out.",
    guide: "/docs/operations",
  },
  invalid_type: {
    meaning:
      "A value has the wrong type; or a relationship is not an identifier, is a list for a to-one, or is null where null is not allowed.",
    remedy: VALUE,
    guide: "/docs/errors",
  },
  invalid_id: {
    meaning: "A related id has the wrong type for its target, such as a text where ids are numbers.",
    remedy: "Send an id of the target.",
  },
  custom: value("A check of the app's own does not accept the value."),
  invalid_element: value("A member of a set or a map does not fit its schema."),
  invalid_format: value("A text does not have the required format, such as that of an email address."),
  invalid_key: value("A key of a record or a map does not fit its schema."),
  invalid_union: value("The value fits none of the alternatives."),
  invalid_value: value("The value is not one of those that are allowed."),
  not_multiple_of: value("The number is not a multiple of the step."),
  too_big: value("The value is too large or too long, or there are too many of them."),
  too_small: value("The value is too small or too short, or there are too few of them."),
  unrecognized_keys: value("An object has members that its schema does not list."),
  precondition_required: {
    meaning: "The write must say which version it changes, and it says none.",
    remedy:
      "Send the version in `If-Match`, as the server sent it in `ETag`. Trestle's client does this for resources that it read.",
    guide: "/docs/lost-updates",
  },
  too_many_requests: {
    meaning: "The caller sent too many requests.",
    remedy: "Wait as long as the header `Retry-After` says. The app throws this error.",
  },
  request_header_fields_too_large: {
    meaning: "The headers are larger than the server reads.",
    remedy: "Send smaller headers. Large cookies are the usual reason.",
  },
  internal_error: {
    meaning: "The server failed. The reason is in its log only.",
    remedy: "Look for the error's `id` in the log of the server.",
    guide: "/docs/adapters",
  },
  service_unavailable: {
    meaning: "The service cannot answer now, for example while it stops, or while its database cannot be reached.",
    remedy: "Send the request again later. `Retry-After` may say when.",
    guide: "/docs/deployment",
  },
  timeout: {
    meaning: "The operation did not finish within its `timeout`. A write may have been done.",
    remedy: "Look for the error's `id` in the log of the server. Retry a write only with its idempotency key.",
    guide: "/docs/limits",
  },
};

export function errorPages(): ReferencePage[] {
  const codes = Object.entries(CODES).map(([code, row]) => ({ code: code as ErrorCode, ...row })); // Object.entries loses the names
  const index = [
    "# Error codes",
    "Trestle's own errors have these codes. Errors that an app declares have codes of their own.",
    `| status | code | what it means |\n|---|---|---|\n${codes
      .map(({ code, status }) => `| ${status} | [\`${code}\`](/errors/${code}) | ${ADVICE[code].meaning} |`)
      .join("\n")}`,
  ];
  return [
    { title: "Error codes", path: "errors/index.md", markdown: `${index.join("\n\n")}\n` },
    ...codes.map(({ code, status, title }) => {
      const { meaning, remedy, guide } = ADVICE[code];
      const parts = [
        `# \`${code}\``,
        meaning,
        "## What to do",
        remedy,
        guide ? `[The guide](${guide}) says more.` : "",
        "## The error object",
        `\`\`\`json\n${JSON.stringify({ status: String(status), code, title }, null, 2)}\n\`\`\``,
        "These members are always the same. `detail` describes the single case for people, and `source` says where in the request it is.",
        "[All codes](/errors/)",
      ];
      return {
        title: code,
        path: `errors/${code}.md`,
        markdown: `${parts.filter((part) => part !== "").join("\n\n")}\n`,
      };
    }),
  ];
}
