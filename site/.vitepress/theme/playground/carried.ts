// Requests and responses, as they go from one thread to another.

type HeaderPairs = readonly (readonly [string, string])[];

export interface CarriedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderPairs;
  /** Empty for a request without a body. */
  readonly body: string;
}

export interface CarriedResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly text: string;
}

const copied = (headers: HeaderPairs): [string, string][] => headers.map(([name, value]) => [name, value]);

export async function carriedRequest(request: Request): Promise<CarriedRequest> {
  const { method, url, headers } = request;
  return { method, url, headers: [...headers], body: await request.clone().text() };
}

export function requestOf({ method, url, headers, body }: CarriedRequest): Request {
  const sent = { method, headers: copied(headers) };
  return new Request(url, body === "" ? sent : { ...sent, body });
}

export async function carriedResponse(response: Response): Promise<CarriedResponse> {
  const { status, headers } = response;
  return { status, headers: [...headers], text: await response.clone().text() };
}

export function responseOf({ status, headers, text }: CarriedResponse): Response {
  return new Response(text === "" ? null : text, { status, headers: copied(headers) });
}
