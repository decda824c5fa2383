import type { Variants } from "./variants.js";

// What `createdHeaders` of protocol/negotiation/response-headers.ts avoids.

const CONTENT_TYPE: string = "content-type";
const VARY: string = "vary";
const OPTIONS: string = "x-content-type-options";
const DOCUMENT: Readonly<Record<string, string>> = {
  [CONTENT_TYPE]: "application/vnd.api+json",
  [VARY]: "Accept",
  [OPTIONS]: "nosniff",
};

/** The headers of a 201, made and then read by an adapter. */
export const headers: Variants = {
  kept: "written out",
  run: {
    "written out": (index) =>
      lengthOf({
        [CONTENT_TYPE]: "application/vnd.api+json",
        [VARY]: "Accept",
        [OPTIONS]: "nosniff",
        location: `/${index}`,
      }),
    spread: (index) => lengthOf({ ...DOCUMENT, location: `/${index}` }),
  },
};

function lengthOf(headers: Readonly<Record<string, string>>): number {
  let length = 0;
  for (const name in headers) length += headers[name]?.length ?? 0;
  return length;
}
