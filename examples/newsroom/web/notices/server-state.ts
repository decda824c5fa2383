import { createStore } from "../ui/store.js";

const lost = createStore(false);

/** Whether the server did not respond to the last request. */
export const { use: useServerLost, get: isServerLost } = lost;

/** A proxy says these for a server that is down. */
const DOWN = [502, 504];

/** When the server last responded, as `performance.now()` says it. */
let answered = 0;

/**
 * Takes note of how a request ended. The stream of notices is one, too, so a lost server shows before anybody does anything. But a network
 * may break streams alone, and a request may fail late, when the server has answered a newer one. Then the page asks the server.
 *
 * @param sent When it was sent, as `performance.now()` says it.
 */
export function noteResponse(status: number | "no response", sent: number, isStream?: boolean): void {
  const isLost = status === "no response" || DOWN.includes(status);
  if (isLost && (isStream || sent < answered)) return void askServer();
  if (!isLost) answered = performance.now();
  lost.set(isLost);
}

/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 4000;

/** Asks the server whether it responds. */
export async function askServer(): Promise<boolean> {
  const sent = performance.now();
  const status = await fetch("/api", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(
    (response) => response.status,
    () => "no response" as const,
  );
  noteResponse(status, sent);
  return !lost.get();
}
