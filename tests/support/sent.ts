import type { Sending } from "./http.js";
import { MEDIA_TYPE } from "./media-type.js";

export interface Sent extends Sending {
  /** Sent as JSON, with JSON:API's media type unless `headers` says otherwise. */
  readonly body?: unknown;
}

export function sendingOf({ body, headers, text }: Sent): Sending {
  if (body === undefined) return { headers, text };
  return { headers: { "content-type": MEDIA_TYPE, ...headers }, text: JSON.stringify(body) };
}
