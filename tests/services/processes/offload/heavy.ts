import { threadId } from "node:worker_threads";
import { NotFound, respond, UNSET } from "trestle";

interface Args {
  readonly id: number;
  readonly title: string | UNSET;
}

/** A handler that can keep its thread busy, and then answers, or throws, as handlers do. */
export function handler({ id, title }: Args) {
  const end = performance.now() + (title === "Busy" ? 800 : 0);
  while (performance.now() < end);
  if (id === 404) throw new NotFound("Not even in a worker.");
  if (id === 500) throw new Error("hunter2");
  return respond({ id, title: title === UNSET ? "unset" : title, since: new Date(0) }, { meta: { threadId } });
}
