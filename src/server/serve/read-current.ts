import { InnerRequest } from "../kernel/inner-request.js";
import { RequestState } from "../kernel/request-state.js";
import { ETAG } from "../../wire/headers.js";
import { type Current, versionOf } from "../writes/versions.js";
import type { ServedOperation } from "./served-api.js";

/** Reads the resource that a write changes by its `getOne`, with its middleware and as its caller sees it. */
export async function readCurrent(getOne: ServedOperation, state: RequestState): Promise<Current> {
  const read = new RequestState(new InnerRequest("GET", state), state.id, state.life);
  read.extendedResponse = state.extendedResponse;
  read.profileAsked = state.profileAsked;
  read.plainResponse = state.plainResponse;
  read.ctx = state.ctx;
  read.view = getOne.in(getOne.api.shared.views.of(state.write?.ctx ?? state.ctx));
  await getOne.runMiddleware(getOne, read);
  read.throwRefusal();
  const { spec } = getOne;
  const { response, result } = read;
  if (
    spec.resource.version === undefined ||
    response === undefined ||
    "bodyUsed" in response ||
    response.body === undefined
  )
    throw new TypeError(`getOne of "${spec.info.type}" returned no resource.`);
  return { version: versionOf(spec.resource.version, result), body: response.body, tag: response.headers[ETAG] };
}
