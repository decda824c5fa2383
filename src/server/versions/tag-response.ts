import type { OperationSpec } from "../../define/model/operation.js";
import type { VersionSpec } from "../../define/model/version.js";
import { entityTag, isListed } from "../../protocol/negotiation/entity-tag.js";
import { NO_CONTENT_HEADERS } from "../../protocol/negotiation/response-headers.js";
import { CONTENT_TYPE, ETAG, IF_NONE_MATCH } from "../../wire/headers.js";
import { isResponse } from "../http.js";
import type { RequestStep } from "../pipeline/request-state.js";
import { versionOf } from "./current.js";

/**
 * Adds the `ETag` of a response that contains one resource only. A read whose `If-None-Match` lists the tag is a 304. The tag contains a
 * hash of the body, so a client never keeps a body that has changed.
 */
export function tagResponse({ info, resource }: OperationSpec): RequestStep {
  const version = resource.version as VersionSpec; // only responses of resources with versions are tagged
  const isRead = info.kind === "getOne";
  return (state) => {
    const { response, query, request } = state;
    const text = versionOf(version, state.result);
    if (text === undefined || query?.includeTree !== undefined) return undefined;
    if (response === undefined || isResponse(response) || response.body === undefined) return undefined;
    return entityTag(text, response.headers[CONTENT_TYPE] ?? "", response.body).then((tag) => {
      state.response =
        isRead && isListed(request.header(IF_NONE_MATCH), tag)
          ? { status: 304, headers: { ...NO_CONTENT_HEADERS, [ETAG]: tag }, body: undefined }
          : { ...response, headers: { ...response.headers, [ETAG]: tag } };
      return undefined;
    });
  };
}
