import type { Role } from "../support/conformance/statements.js";

const LATER =
  "Does not apply: the server responds when the handler is done. Work that is done later is an rpc, whose response the handler writes";

/** Why a statement has no test, or a remark that belongs next to its tests. */
export const notes: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  server: {
    "extension-uri-documentation":
      "Not followed: the extension's URI is a URN, which cannot be opened and does not depend on a domain. docs/client.md describes it",
    "profile-query-parameters": "Does not apply: the profile urn:trestle:rich has no query parameters",
    "profile-lessens-nothing": "Does not apply: the profile urn:trestle:rich only adds a member to meta",
    "extension-query-parameters": "Does not apply: the extension has no query parameters",
    "extension-lessens-nothing":
      "One deviation: bare ids in trestle:related may change a relationship, without data. Identifiers in data always work, too",
    "self-link-media-type":
      "Not followed: the extension adds nothing to responses, and every client can follow a string",
    "lid-identical": "Does not apply: the server gives every resource its id",
    "link-object-href": "Does not apply: the server's links are strings",
    "link-object-rel": "Does not apply: the server's links are strings",
    "link-object-hreflang": "Does not apply: the server's links are strings",
    "member-name-url-safe": "Left to the author of the API: other alphabets are legal, and tested",
    "error-links": "Does not apply: error objects have no links",
    "create-responses-202": LATER,
    "update-resource-202-status": LATER,
    "updating-relationship-202-status": LATER,
    "delete-202-status": LATER,
    "updating-relationship-200-status":
      "Does not apply: a change of a relationship that does more is an rpc or an edit",
    "update-resource-relationship-reject-full-replacement-response":
      "Does not apply: the server rejects no full replacement. It ignores a field that an edit may not set, and the 200 shows the field's value",
    "create-responses-404-related": "The handler looks it up, and throws NotFound",
    "update-resource-404-related": "The handler looks it up, and throws NotFound",
    "create-responses-409-exists": "The handler checks it, and throws Conflict",
    "crud-atomic":
      "The server validates the whole request before it calls the handler. A handler with several steps uses a transaction",
    "sorting-specified-order": "The handler sorts. It gets fields and directions in the order of the request",
    "sparse-fieldsets-additional-fields":
      "The server sends only the requested fields, even if the handler returns more",
    "query-parameters-non-alpha":
      "Left to the author of the API: the specification of the service allows any name that the standard does not define",
    "query-parameters-under-camel": "Left to the author of the API",
    "resource-attributes-reserve-members":
      "The author declares attributes. The server never shows a declared relationship as one",
  },
  client: {
    "applied-profiles": "Does not apply: the client applies no profile to its documents",
    "extension-lessens-nothing":
      "One deviation: the client sends bare ids in trestle:related, without data, because it does not know the target types. If it gets identifiers or resources, it sends data",
    "create-client-generated-ids-uuid": "The caller chooses the id, for example with crypto.randomUUID()",
    "member-name-character": "The caller writes the names that the server declares",
    "member-name-allowed-characters-only": "The caller writes the names that the server declares",
    "member-name-globally-allowed": "The caller writes the names that the server declares",
    "member-name-reserved-characters": "The caller writes the names that the server declares",
    "link-relation-type": "The client reads links only by their names",
  },
};
