import fc from "fast-check";
import { MEDIA_TYPE } from "../support/media-type.js";
import { writing } from "./aimed.js";
import { batching } from "./batches.js";
import { mutated } from "./mutate.js";
import type { FuzzRequest } from "./request.js";

const ODD_KEYS = ['""', '"', "a b", "a,b", '"a, b"', '"a\\"b"', '"\\x"', "\u00fc", "a\tb", "%00", "__proto__"];
/** Few, so that sequences use the same one for several requests. */
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("k1", "k2", '"k1"') },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_KEYS, "x".repeat(255), "x".repeat(256), `"${"y".repeat(255)}"`) },
);
const header = fc.oneof(
  { weight: 10, arbitrary: key.map((value): string | readonly string[] => value) },
  { weight: 1, arbitrary: fc.tuple(key, key).map((values): string | readonly string[] => values) },
);

const NOTE = { data: { type: "notes", attributes: { text: "New" }, relationships: { author: { data: null } } } };
const creating: fc.Arbitrary<FuzzRequest> = fc
  .oneof(
    fc.constantFrom("New", "Other", "").map((text) => ({ data: { ...NOTE.data, attributes: { text } } }) as unknown),
    mutated(fc.constant(NOTE)),
  )
  .chain((document) =>
    fc.record({
      method: fc.constant("POST"),
      target: fc.constantFrom("/notes", "/notes", "/notes", "/notes?include=author"),
      headers: fc.record(
        {
          "content-type": fc.constant(MEDIA_TYPE),
          authorization: fc.constantFrom("editor", "someone"),
          accept: fc.constantFrom("*/*", MEDIA_TYPE),
        },
        { requiredKeys: ["content-type"] },
      ),
      body: fc.constant(Buffer.from(JSON.stringify(document) ?? "")),
    }),
  );

const keyed: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: creating }, { weight: 3, arbitrary: batching }, { weight: 1, arbitrary: writing }),
    header,
  )
  .map(([request, key]) => ({ ...request, headers: { ...request.headers, "idempotency-key": key } }));

/** Writes with a key, and often the same request again, by the same or another user, or its key with another request. */
export const repeating: fc.Arbitrary<readonly FuzzRequest[]> = fc.oneof(
  { weight: 2, arbitrary: keyed.map((request) => [request]) },
  { weight: 4, arbitrary: keyed.map((request) => [request, request]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(keyed, fc.constantFrom("editor", "someone"))
      .map(([request, authorization]) => [request, { ...request, headers: { ...request.headers, authorization } }]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(keyed, keyed)
      .map(([one, other]) => [
        one,
        { ...other, headers: { ...other.headers, "idempotency-key": one.headers["idempotency-key"] ?? "k1" } },
        one,
      ]),
  },
);
