/** What the page says about programs that nobody here wrote, for the extension of atomic operations. */
export const OTHER_PROGRAMS = `## Atomic operations and programs that are not ours

\`tests/atomic/other-clients.test.ts\` runs Orbit, and repeats the requests that two other clients sent to the same API. Those two are not in the
npm registry that this project installs from. We ran their sources against the API of that test, and recorded what they sent.

| Client | What it sends | Result |
|---|---|---|
| json-api-ts (\`@haddowg/json-api-client\` 1.0.0, commit 57eac57) | the final extension: \`lid\` in \`data\`, \`ref\` and linkage. It cannot change a relationship by itself | Works: creates, updates and deletes by id and by \`lid\`, a 204, and errors, whose pointers it maps to its operations |
| \`@bjornharrtell/json-api\` 6.2.0 (commit 2203da9) | the final extension, with all changes of relationships | Works. It fails on its own if a response contains \`{}\`, the result of a delete, next to a created resource |
| Orbit (\`@orbit/jsonapi\` 0.17.1) | an early draft: \`add\` has a \`ref\` without an id, a change of a to-many has one identifier in place of a list, and local ids are left out. Its source sends no batches by itself: we post what its serializer makes | Updates, replaced relationships and deletes work. A create is a 400 that says "Leave it out", a to-many change a 422 that says "must be a list" |
| \`json-api-nestjs-sdk\` 9.0.0 | a dialect of its own server: no \`ext\` in Content-Type, \`tmpId\` in place of \`lid\`, a \`ref\` without an id in \`add\` | 415 as it comes. With the media type, updates work, a create is a 400, and it cannot read the 204 of a delete |

kitsu, devour, coloquent, spraypaint, jsona, \`@datx/jsonapi\` and Ember's builders have no atomic operations.

In the other direction, our client cannot write to other servers: its creates and updates use the extension \`urn:trestle:fields\`, because it has no
schema. Reads and deletes are plain JSON:API. We tried them with \`jsonapi-server\` 4.2.0: lists, a get with an include, a related resource, a
delete and a 404 work, and creates and batches are a 415.

We looked for servers with atomic operations that run on Node. \`jsonapi-server\` 4.2.0 and \`kurier\` 1.2.0-alpha3 do not have the extension.
\`json-api-nestjs\` 7.0.3 has a dialect. Its own validator accepts the deletes and the changes of relationships that our client sends, and refuses the
creates, because they have no \`ref\`.

The extension has no official JSON schema, and we found none by others that is not generated for one API. The schema in
\`tests/support/jsonapi/\` is ours, written from the text.
`;
