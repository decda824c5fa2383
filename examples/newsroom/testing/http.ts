import { openapi } from "trestle/openapi";
import { Described } from "../../../tests/support/described.js";
import { expectJsonApi } from "../../../tests/support/jsonapi/expect-json-api.js";
import { api } from "../api.js";
import { info } from "../app.js";

const MEDIA_TYPE = "application/vnd.api+json";

/** A resource as it stands in a document. Tests look where they know what is there. */
export interface WireResource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, { readonly data?: unknown; readonly links?: unknown }>>;
}

export interface WireDocument {
  // biome-ignore lint/suspicious/noExplicitAny: one resource, several, identifiers or null: each test knows which
  readonly data: any;
  readonly included?: readonly WireResource[];
  readonly links: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly errors: readonly {
    readonly status: string;
    readonly code: string;
    readonly detail: string;
    readonly meta?: Readonly<Record<string, unknown>>;
    readonly source?: { readonly pointer?: string; readonly parameter?: string };
  }[];
}

export interface Answer extends WireDocument {
  /** The results of a batch. */
  readonly "atomic:results": readonly { readonly data: WireResource }[];
  readonly status: number;
  readonly headers: Headers;
}

const described = new Described(openapi(api, { info }));

/** A JSON:API client of the plainest kind: one request, its whole answer. It must be as the API is described. */
export function plainClient(url: string) {
  return async function send(request: string, body?: unknown, own: Record<string, string> = {}): Promise<Answer> {
    const [method = "GET", path = ""] = request.split(" ");
    const target = path.startsWith("/api/") ? new URL(path, url) : `${url}${path}`;
    const response = await fetch(target, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": MEDIA_TYPE, ...own } }),
    });
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    expectJsonApi(method, `${target}`, { status: response.status, headers, text });
    described.check(method, `${target}`.slice(url.length), response, text);
    const document: Partial<WireDocument> = text === "" ? {} : JSON.parse(text);
    return {
      data: undefined,
      "atomic:results": [],
      links: {},
      meta: {},
      errors: [],
      ...document,
      status: response.status,
      headers: response.headers,
    };
  };
}

export function identifiers(type: string, ...ids: number[]) {
  return ids.map((id) => ({ type, id: String(id) }));
}
