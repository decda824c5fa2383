/** A client that is not ours, and the batches that it sent to this API. It set both headers to the media type of the extension. */
interface Recorded {
  readonly client: string;
  readonly requests: readonly RecordedRequest[];
}

interface RecordedRequest {
  readonly operations: readonly object[];
  readonly status: number;
  readonly results?: readonly object[];
  /** Of the first error. */
  readonly pointer?: string;
}

const RED = { type: "tags", id: "red" };
const BLUE = { type: "tags", id: "blue" };
const CREATED = [
  { data: { type: "people", id: "2", attributes: { name: "bob" } } },
  { data: { type: "articles", id: "2", relationships: { author: { data: { type: "people", id: "2" } } } } },
];

/** As sent, in this order: these clients cannot be installed from the npm registry of this project. See docs/evidence/conformance.md. */
export const RECORDED: readonly Recorded[] = [
  {
    client: "json-api-ts (@haddowg/json-api-client 1.0.0)",
    requests: [
      {
        operations: [
          { op: "add", data: { type: "people", attributes: { name: "bob" }, lid: "atomic-0" } },
          {
            op: "add",
            data: {
              type: "articles",
              attributes: { title: "By bob" },
              relationships: { author: { data: { type: "people", lid: "atomic-0" } }, tags: { data: [RED] } },
              lid: "atomic-1",
            },
          },
          {
            op: "update",
            ref: { type: "people", lid: "atomic-0" },
            data: { type: "people", attributes: { name: "robert" }, lid: "atomic-0" },
          },
        ],
        status: 200,
        results: [...CREATED, { data: { type: "people", id: "2", attributes: { name: "robert" } } }],
      },
      {
        operations: [
          { op: "add", data: { type: "people", attributes: { name: "carl" }, lid: "atomic-0" } },
          {
            op: "update",
            ref: { type: "articles", id: "1" },
            data: {
              type: "articles",
              id: "1",
              attributes: { title: "Edited" },
              relationships: { author: { data: { type: "people", lid: "atomic-0" } } },
            },
          },
          { op: "remove", ref: { type: "articles", id: "2" } },
        ],
        status: 200,
        results: [
          { data: { type: "people", id: "3" } },
          { data: { attributes: { title: "Edited" }, relationships: { author: { data: { id: "3" } } } } },
          {},
        ],
      },
      { operations: [{ op: "remove", ref: { type: "articles", id: "1" } }], status: 204 },
      {
        operations: [
          { op: "add", data: { type: "people", attributes: { name: "eve" }, lid: "atomic-0" } },
          {
            op: "add",
            data: {
              type: "articles",
              attributes: { title: "" },
              relationships: { author: { data: { type: "people", id: "1" } } },
              lid: "atomic-1",
            },
          },
        ],
        status: 422,
        pointer: "/atomic:operations/1/data/attributes/title",
      },
      {
        operations: [
          { op: "add", data: { type: "people", attributes: { name: "eve" }, lid: "atomic-0" } },
          { op: "remove", ref: { type: "people", lid: "atomic-0" } },
        ],
        status: 200,
        results: [{ data: { attributes: { name: "eve" } } }, {}],
      },
    ],
  },
  {
    client: "@bjornharrtell/json-api 6.2.0",
    requests: [
      {
        operations: [
          { op: "add", data: { type: "people", lid: "bob", attributes: { name: "bob" } } },
          {
            op: "add",
            data: {
              type: "articles",
              lid: "a",
              attributes: { title: "By bob" },
              relationships: { author: { data: { type: "people", lid: "bob" } }, tags: { data: [RED] } },
            },
          },
        ],
        status: 200,
        results: CREATED,
      },
      {
        operations: [{ op: "update", data: { type: "people", id: "2", attributes: { name: "robert" } } }],
        status: 200,
        results: [{ data: { attributes: { name: "robert" } } }],
      },
      {
        operations: [{ op: "add", data: [BLUE], ref: { type: "articles", id: "2", relationship: "tags" } }],
        status: 204,
      },
      {
        operations: [{ op: "update", data: [RED], ref: { type: "articles", id: "2", relationship: "tags" } }],
        status: 204,
      },
      {
        operations: [{ op: "remove", data: [RED], ref: { type: "articles", id: "2", relationship: "tags" } }],
        status: 204,
      },
      {
        operations: [{ op: "update", data: null, ref: { type: "articles", id: "2", relationship: "author" } }],
        status: 204,
      },
      {
        operations: [
          { op: "add", data: { type: "people", lid: "c", attributes: { name: "carl" } } },
          {
            op: "update",
            data: { type: "articles", id: "2", attributes: { title: "" }, relationships: {} },
          },
        ],
        status: 422,
        pointer: "/atomic:operations/1/data/attributes/title",
      },
      {
        operations: [
          { op: "remove", ref: { type: "people", id: "2" } },
          { op: "add", data: { type: "people", lid: "d", attributes: { name: "dan" } } },
        ],
        status: 200,
        results: [{}, { data: { attributes: { name: "dan" } } }],
      },
      { operations: [{ op: "remove", ref: { type: "articles", id: "2" } }], status: 204 },
    ],
  },
];
