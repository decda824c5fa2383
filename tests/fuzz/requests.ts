import fc from "fast-check";
import { deleting, reading, writing } from "./aimed.js";
import type { FuzzRequest } from "./request.js";
import { wild } from "./wild.js";

/** Requests to the newsroom: many that it serves, many that it nearly serves, and some that nobody would send. */
export const request: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 4, arbitrary: wild },
  { weight: 4, arbitrary: reading },
  { weight: 6, arbitrary: writing },
  { weight: 1, arbitrary: deleting },
);
