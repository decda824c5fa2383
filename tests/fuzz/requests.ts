import fc from "fast-check";
import { deleting, reading, writing } from "./aimed.js";
import { batching } from "./batches.js";
import { repeating } from "./keys.js";
import { conditional } from "./preconditions.js";
import type { FuzzRequest } from "./request.js";
import { wild } from "./wild.js";

/** Requests to the newsroom: many that it serves, many that it nearly serves, and some that nobody would send. */
const request: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 4, arbitrary: wild },
  { weight: 4, arbitrary: reading },
  { weight: 6, arbitrary: writing },
  { weight: 1, arbitrary: deleting },
  { weight: 5, arbitrary: batching },
  { weight: 5, arbitrary: conditional },
);

const some: fc.Arbitrary<readonly FuzzRequest[]> = fc.oneof(
  { weight: 5, arbitrary: request.map((one) => [one]) },
  { weight: 1, arbitrary: repeating },
);

/** Requests that are sent one after the other. */
export const sequence: fc.Arbitrary<readonly FuzzRequest[]> = fc
  .array(some, { minLength: 1, maxLength: 7 })
  .map((parts) => parts.flat());
