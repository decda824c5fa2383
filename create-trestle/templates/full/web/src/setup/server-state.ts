import { useSyncExternalStore } from "react";
import type { ResponseError } from "trestle/client";

const NO_SERVER = [502, 504]; // the statuses of a proxy without a server behind it

let isLost = false;
let retries: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function setLost(next: boolean) {
  if (next === isLost) return;
  isLost = next;
  clearInterval(retries);
  // After a failure, the live notices pause, each time longer. At this event they connect again, and the page reads again what it shows.
  if (isLost) retries = setInterval(() => window.dispatchEvent(new Event("online")), 2000);
  for (const listener of listeners) listener();
}

/** `fetch`, which also notes whether the server responds. */
export async function watchedFetch(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    setLost(NO_SERVER.includes(response.status));
    return response;
  } catch (error) {
    if (!request.signal.aborted) setLost(true);
    throw error;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the last request found no server. */
export const useServerLost = () => useSyncExternalStore(subscribe, () => isLost);

/** What to tell a person about a call that failed. If the server did not respond, there is nothing to tell once it is back. */
export function useProblem(error: ResponseError | null): string | undefined {
  const isLost = useServerLost();
  if (error === null) return undefined;
  if (error.code !== "network" && !NO_SERVER.includes(error.response?.status ?? 0))
    return error.detail ?? error.message;
  return isLost ? "The server does not respond. Try again when it is back." : undefined;
}
