import type { Route } from "../../server/router.js";
import { OPERATIONS } from "../../wire/operations.js";
import type { OpenapiOperation } from "../document/document.js";
import { type CallContext, clientCallOf, shownParameters } from "./client-call.js";
import { curlOf, type RequestContext } from "./curl.js";

/** A sample in a description. Redoc and Scalar show them, too. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export const CODE_SAMPLES = "x-codeSamples";

/** The host of samples if the description does not name one. */
export const LOCAL = "http://localhost:3000";

/** The URL of an API in samples. */
export function sampleUrl(servers: readonly { readonly url: string }[] | undefined): string {
  const { url = "/" } = servers?.[0] ?? {};
  return URL.canParse(url) ? url.replace(/\/+$/, "") : `${LOCAL}${`/${url}`.replace(/\/+/g, "/").replace(/\/$/, "")}`;
}

/** The same request by Trestle's client and by curl. */
export function codeSamplesOf(
  { operation }: Route,
  path: string,
  method: string,
  described: OpenapiOperation,
  context: CallContext & RequestContext,
): CodeSample[] {
  const { query } = OPERATIONS[operation.info.kind];
  const isRead = method === "get" && query.some((part) => part === "include"); // the client's other calls have no query
  const shown = isRead ? shownParameters(described) : {};
  const source = curlOf(path, method, described, context, new Map(Object.entries(shown)));
  return [
    { lang: "TypeScript", label: "Trestle client", source: clientCallOf(operation, described, context) },
    { lang: "Shell", label: "curl", source },
  ];
}
