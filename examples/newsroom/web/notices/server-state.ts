import { createStore } from "../ui/store.js";

const lost = createStore(false);

/** Whether the server did not respond to the last request. */
export const { use: useServerLost, get: isServerLost } = lost;

/** A proxy says these for a server that is down. */
const DOWN = [502, 504];

/** Takes note of how a request ended. The stream of notices is one, too, so a lost server shows before anybody does anything. */
export function noteResponse(status: number | "no response"): void {
  lost.set(status === "no response" || DOWN.includes(status));
}

/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 4000;

/** Asks the server whether it responds. */
export async function askServer(): Promise<boolean> {
  const status = await fetch("/api", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(
    (response) => response.status,
    () => "no response" as const,
  );
  noteResponse(status);
  return !lost.get();
}
