/** Whether there is an `XMLHttpRequest`, as in pages and their workers. */
export function canSendWithXhr(): boolean {
  return typeof XMLHttpRequest === "function";
}

/**
 * Sends a request as `fetch` does. `fetch` of a browser does not say how much it has sent.
 *
 * @param report Called with the number of bytes that were sent.
 */
export function sendWithXhr(request: Request, body: Blob, report: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    const abort = () => xhr.abort();
    const fail = (error: unknown) => {
      signal.removeEventListener("abort", abort);
      reject(error);
    };
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.responseType = "blob";
    xhr.upload.onprogress = ({ loaded }) => report(loaded);
    xhr.onerror = () => fail(new TypeError("The connection failed."));
    xhr.onabort = () => fail(signal.reason);
    xhr.onload = () => {
      if (xhr.responseURL !== request.url) return fail(new TypeError("The server sent a redirect."));
      signal.removeEventListener("abort", abort);
      resolve(responseOf(xhr));
    };
    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener("abort", abort);
    xhr.send(body);
  });
}

/** These statuses have no body, and `Response` accepts none for them. */
const EMPTY = [204, 205, 304];

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1));
  }
  const { status, statusText } = xhr;
  return new Response(EMPTY.includes(status) ? null : xhr.response, { status, statusText, headers });
}
