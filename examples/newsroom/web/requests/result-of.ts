import { duration } from "./duration.js";
import type { RequestEntry } from "./log.js";

/** How a request ended, as a sentence. */
export function resultOf({ method, outcome }: RequestEntry, wasShown: boolean): string {
  if (outcome === undefined) return "Waiting for the server …";
  const { status, content, problem } = outcome;
  if (status === "cancelled") return "The page cancelled a request that it no longer needed.";
  const after = `after ${duration(outcome.milliseconds)}`;
  const takenBack = wasShown && method !== "GET" ? ", and the page took it back" : "";
  if (status === "no response") return `The server did not respond${takenBack}.`;
  if (status >= 500) return `The server failed ${after}${takenBack}.`;
  if (status === 404) return `The server found nothing there, ${after}.`;
  if (status >= 400) return `The server refused it ${after}${takenBack}${problem ? `: ${problem}` : "."}`;
  if (method !== "GET") return `The server accepted it ${after}.`;
  return content ? `One request read ${content}.` : "One request found nothing."; // one line of the panel, so that nothing moves when it comes
}
