import type { Role } from "../support/conformance/statements.js";

const LATER =
  "Cannot apply: an answer comes when its handler is done. What is done later is an rpc, whose answer is the handler's";
const NO_PROFILE = "Cannot apply: Trestle defines no profile, and knows none";

/** Why a statement needs no test, or what is to be said of one beside its tests. */
export const notes: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  server: {
    "extension-uri-documentation":
      "Not followed: the extension's URI is a URN, so that nothing is fetched from it and no domain must outlive it. It is described in docs/client.md",
    "profile-query-parameters": NO_PROFILE,
    "profile-lessens-nothing": NO_PROFILE,
    "applied-profiles": NO_PROFILE,
    "requested-profiles": NO_PROFILE,
    "extension-query-parameters": "Cannot apply: the extension has no query parameters",
    "extension-lessens-nothing":
      "One deviation: a relationship may be changed by bare ids in trestle:related, without data. Identifiers in data always do, too",
    "self-link-media-type":
      "Not followed: the extension adds nothing to answers, and a string is what every client can follow",
    "lid-identical": "Cannot apply: the server gives every resource its id",
    "link-object-href": "Cannot apply: the links that the server makes are strings",
    "link-object-rel": "Cannot apply: the links that the server makes are strings",
    "link-object-hreflang": "Cannot apply: the links that the server makes are strings",
    "member-name-url-safe": "Left to who names fields: other alphabets are legal, and tested",
    "error-links": "Cannot apply: error objects have no links",
    "create-responses-202": LATER,
    "update-resource-202-status": LATER,
    "updating-relationship-202-status": LATER,
    "delete-202-status": LATER,
    "updating-relationship-200-status": "Cannot apply: a change of a relationship that does more is an rpc or an edit",
    "update-resource-relationship-reject-full-replacement-response":
      "Cannot apply: no full replacement is rejected. A field that edits may not set is not part of what they ask; the answer, a 200, shows what it is",
    "create-responses-404-related": "The handler looks it up, and throws NotFound",
    "update-resource-404-related": "The handler looks it up, and throws NotFound",
    "create-responses-409-exists": "The handler knows, and throws Conflict",
    "crud-atomic":
      "Nothing reaches a handler before all of the request is judged; what the handler does in several steps it does in a transaction",
    "sorting-specified-order": "The handler sorts; it is given fields and directions in the order of the request",
    "sparse-fieldsets-additional-fields": "Whatever the handler returns",
    "query-parameters-non-alpha":
      "Left to who names extra parameters: the specification of the service allows any name that the standard does not define",
    "query-parameters-under-camel": "Left to who names extra parameters",
    "resource-attributes-reserve-members":
      "Attributes are declared by hand; a declared relationship is never shown as one",
  },
  client: {
    "applied-profiles": NO_PROFILE,
    "extension-lessens-nothing":
      "One deviation: bare ids are sent in trestle:related, without data, since the client knows no target types. Given identifiers or resources it sends data",
    "create-client-generated-ids-uuid": "The caller gives the id; crypto.randomUUID() makes one",
    "member-name-character": "The names are the caller's, of what the server declares",
    "member-name-allowed-characters-only": "The names are the caller's, of what the server declares",
    "member-name-globally-allowed": "The names are the caller's, of what the server declares",
    "member-name-reserved-characters": "The names are the caller's, of what the server declares",
    "link-relation-type": "Links are read by their names alone",
  },
};
