import type { OperationSpec } from "../../define/model/operation.js";
import { toEnvelope } from "../../define/model/response.js";
import { type VersionSpec, versionText } from "../../define/model/resource.js";
import { entityTag, isListed } from "../../protocol/negotiation/entity-tag.js";
import { NO_CONTENT_HEADERS } from "../../protocol/negotiation/response-headers.js";
import { CONTENT_TYPE, ETAG, IF_NONE_MATCH } from "../../wire/headers.js";
import { isResponse } from "../http.js";
import type { RequestState } from "../kernel/request-state.js";

/**
 * Adds the `ETag` of a response that contains one resource only. A read whose `If-None-Match` lists the tag is a 304. The tag contains a
 * hash of the body, so a client never keeps a body that has changed.
 */
export async function tagResponse({ info, resource }: OperationSpec, state: RequestState): Promise<void> {
  const version = resource.version as VersionSpec; // only responses of resources with versions are tagged
  const { response, query, request } = state;
  const text = versionOf(version, state.result);
  if (text === undefined || query?.includeTree !== undefined) return;
  if (response === undefined || isResponse(response) || response.body === undefined) return;
  const tag = await entityTag(text, response.headers[CONTENT_TYPE] ?? "", response.body);
  state.response =
    info.kind === "getOne" && isListed(request.header(IF_NONE_MATCH), tag)
      ? { status: 304, headers: { ...NO_CONTENT_HEADERS, [ETAG]: tag }, body: undefined }
      : { ...response, headers: { ...response.headers, [ETAG]: tag } };
}

/** The version of the row that a handler returned. */
export function versionOf({ field }: VersionSpec, result: unknown): string | undefined {
  const { data } = toEnvelope(result);
  return versionText((data as Readonly<Record<string, unknown>> | null | undefined)?.[field]);
}
