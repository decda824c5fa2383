import { logRequest } from "./log.js";
import { readable } from "./readable-url.js";

/** `fetch`, with each request written to the panel. */
export async function loggedFetch(request: Request): Promise<Response> {
  const ended = logRequest(request.method, readable(request.url));
  try {
    const response = await fetch(request);
    ended(response.status);
    return response;
  } catch (error) {
    ended(request.signal.aborted ? "cancelled" : "no answer");
    throw error;
  }
}
