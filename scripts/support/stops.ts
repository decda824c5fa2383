import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { join, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Walk } from "./request-walks.js";

const SOURCES = join(process.cwd(), "src") + sep;
const WARM = 20; // what is compiled or loaded once is then done

/** From each file of src to the functions that ran. */
type Stops = ReadonlyMap<string, readonly string[]>;

/** The stops of one warm request: V8 counts each call ("precise coverage"). The least of three, because a timer may run in one. */
export async function stopsOf(walk: Walk): Promise<Stops> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  for (let round = 0; round < WARM; round++) await walk(round);
  const measured: Stops[] = [];
  for (let round = WARM; round < WARM + 3; round++) {
    await setTimeout(30); // what a request leaves to later turns belongs to it
    await session.post("Profiler.takePreciseCoverage"); // sets the counters to zero
    await walk(round);
    await setTimeout(30);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    measured.push(ranIn(result));
  }
  session.disconnect();
  return measured.reduce((least, stops) => (functionsOf(stops) < functionsOf(least) ? stops : least));
}

export const functionsOf = (stops: Stops): number => [...stops.values()].flat().length;

function ranIn(result: readonly Profiler.ScriptCoverage[]): Stops {
  const stops = new Map<string, string[]>();
  for (const { url, functions } of result) {
    const path = url.startsWith("file:") ? fileURLToPath(url.replace(/\?.*/, "")) : "";
    if (!path.startsWith(SOURCES)) continue;
    const ran = functions.filter(
      ({ functionName, ranges }) => ranges[0]?.count && !isSynthetic(functionName, ranges[0]),
    );
    const names = ran.map(({ functionName }) => functionName || "(anonymous)");
    if (names.length > 0)
      stops.set(path.slice(SOURCES.length), [...(stops.get(path.slice(SOURCES.length)) ?? []), ...names]);
  }
  return stops;
}

/** The body of a module, initializers of fields (`<instance_members_initializer>`), and a helper of esbuild. */
function isSynthetic(name: string, { startOffset }: { readonly startOffset: number }): boolean {
  return startOffset === 0 || name === "__name" || name.startsWith("<");
}
