// Whether memory stays flat: the heap after a full collection, every some thousand requests of all kinds.
import { columns } from "../server/columns.js";
import { ContenderProcess } from "../server/contender-process.js";
import { Load } from "../server/load.js";
import { option, printTable } from "../support/report.js";

const BATCHES = 12;

/** Bytes of heap that are left after each batch, and what that grows by. */
export async function measureHeap(name: string) {
  const requests = Number(option("requests") ?? 150_000);
  const server = await ContenderProcess.start(name);
  const heaps: number[] = [];
  const perColumn = Math.ceil(requests / BATCHES / columns.length);
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      for (const { requests } of columns) {
        const load = await Load.open(server.port, 10);
        await load.send(requests["json:api"], perColumn);
        load.close();
      }
      heaps.push(await server.heap());
    }
  } finally {
    server.stop();
  }
  // The first third warms up: code is compiled, caches fill to their bounds.
  const settled = heaps.slice(BATCHES / 3);
  const growth = slopeOf(settled) / (perColumn * columns.length);
  return { name, heaps, sent: perColumn * columns.length * BATCHES, bytesPerRequest: growth };
}

export function printHeap(results: readonly Awaited<ReturnType<typeof measureHeap>>[]): void {
  console.log("\nHeap after a full collection, MB; growth by least squares over the last two thirds\n");
  printTable(
    ["", "requests", "first", "after a third", "last", "bytes a request", "MB in an hour at 1 000 a second"],
    results.map(({ name, heaps, sent, bytesPerRequest }) => [
      name,
      `${sent}`,
      megabytes(heaps[0]),
      megabytes(heaps[BATCHES / 3]),
      megabytes(heaps[heaps.length - 1]),
      bytesPerRequest.toFixed(2),
      ((bytesPerRequest * 3_600_000) / 1e6).toFixed(1),
    ]),
  );
}

function megabytes(bytes = Number.NaN): string {
  return (bytes / 1e6).toFixed(2);
}

function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [above, below] = values.reduce(
    ([above, below], value, index) => [above + (index - middle) * (value - mean), below + (index - middle) ** 2],
    [0, 0],
  );
  return (above ?? 0) / (below ?? 1);
}
