import { text } from "virtual:call-worker";
import type { FromCall, ToCall } from "./call-worker.js";
import { carriedResponse, requestOf } from "./carried.js";
import { closedWorker } from "./closed-worker.js";
import { failedWith, type Outcome } from "./outcome.js";

const MOST_SECONDS = 5;
const MOST_REQUESTS = 1000;

/** Runs what the reader typed in a worker of its own, and ends code that does not end. */
export function runInWorker(
  body: string,
  send: (request: Request) => Promise<Response>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { port, end: endWorker } = closedWorker(text);
  const say = (message: ToCall): void => port.postMessage(message);
  const lines: string[] = [];
  let requests = 0;

  async function respond(id: number, request: Request): Promise<void> {
    try {
      say({ kind: "response", id, response: await carriedResponse(await send(request)) });
    } catch (error) {
      say({ kind: "failure", id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  return new Promise((resolve, reject) => {
    let clock: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(clock);
      port.onmessage = null; // what is still on its way
      endWorker();
    };
    const finish = (outcome: Outcome) => {
      end();
      const isSilent = lines.length > 0 && outcome.result === "undefined";
      resolve({ ...outcome, result: [...lines, ...(isSilent ? [] : [outcome.result])].join("\n") });
    };
    const stop = (why: string) => {
      end();
      resolve(failedWith([why, ...lines].join("\n")));
    };
    signal.addEventListener("abort", () => stop("You stopped this code."));
    const fail = (message: string) => {
      if (clock !== undefined) return finish(failedWith(message));
      end();
      reject(new Error("The page could not load the worker that runs the code. Reload the page."));
    };
    port.onmessage = ({ data }: MessageEvent<FromCall>) => {
      if (data.kind === "begun") clock = setTimeout(() => stop(TOO_LONG), MOST_SECONDS * 1000);
      else if (data.kind === "line") lines.push(data.text);
      else if (data.kind === "done") finish(data.outcome);
      else if (data.kind === "error") fail(data.message);
      else if (++requests > MOST_REQUESTS) stop(TOO_MANY);
      else void respond(data.id, requestOf(data.request));
    };
    say({ kind: "run", body });
  });
}

const TOO_LONG = `The code did not end within ${MOST_SECONDS} seconds, so the playground stopped it. Look for a loop or an await without an end, and run it again.`;
const TOO_MANY = `The code sent more than ${MOST_REQUESTS} requests, so the playground stopped it. Give its loop an end, and run it again.`;
