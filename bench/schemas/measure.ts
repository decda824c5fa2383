// One shape in a process of its own: its first request and then many, or Zod alone.
import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { z } from "zod";
import { option } from "../support/report.js";
import { median } from "../support/statistics.js";
import { type Shape, shapes } from "./shapes.js";

const MEDIA_TYPE = "application/vnd.api+json";
/** Microseconds of CPU that a sample has at least. */
const SAMPLE = 20_000;
const WARM_UP = 400_000;
const TURNS = 5;

/** Microseconds of CPU, by what was measured. */
export type Times = Record<string, number>;

const name = option("shape");
const shape = shapes.find((shape) => shape.name === name);
if (shape === undefined) throw new Error(`--shape=${shapes.map(({ name }) => name).join("|")}`);
const measure = option("of") === "zod" ? measureZod : measureTrestle;
process.send?.(await measure(shape), () => process.exit());

async function measureTrestle(shape: Shape): Promise<Times> {
  const times: Times = {};
  await serve({ ...shape, make: () => z.string(), isWrong: false }, "warm", "warm").read();
  const value = shape.value(shape.depth, shape.width);
  const served = serve(shape, value.json, value.decoded);
  times.first = await cpuOf(served.read);
  const sizes = sizesOf(shape).map(({ axis, depth, width }) => {
    const { json, decoded } = shape.value(depth, width);
    return { axis, ...serve({ ...shape, depth: axis === "depth" ? depth : shape.depth }, json, decoded) };
  });
  for (const of of ["read", "write"] as const) {
    const found = await inTurn(sizes.map((size) => size[of]));
    for (const [index, { axis }] of sizes.entries()) times[`${of} ${axis}`] = found[index] ?? Number.NaN;
  }
  return times;
}

async function measureZod(shape: Shape): Promise<Times> {
  const times: Times = {};
  z.string().safeParse("warm");
  const { json, decoded } = shape.value(shape.depth, shape.width);
  const text = documentOf(json);
  [times.stringify = Number.NaN] = await inTurn([() => JSON.stringify(json)]);
  const schema = shape.make(shape.depth);
  // Shallow values first: where the time grows with each level, the whole value would take for ever.
  for (const depth of shape.depth > 1 ? list(shape.depth) : []) {
    const shallow = shape.value(depth, 1).decoded;
    const probed = shape.make(depth);
    times.depth = depth;
    try {
      times.probe = await cpuOf(() => probed.safeParse(shallow));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      times.overflow = 1; // more issues than a call takes arguments
      return times;
    }
    if (times.probe > 1_000_000) return times;
  }
  times.first = await cpuOf(() => {
    JSON.parse(text);
    schema.safeParse(decoded);
  });
  const read = () => {
    JSON.parse(text);
    if (schema.safeParse(decoded).success !== !shape.isWrong) throw new Error(`${shape.name}: Zod decides otherwise.`);
  };
  [times.read = Number.NaN] = await inTurn([read]);
  return times;
}

function list(depth: number): number[] {
  return Array.from({ length: depth }, (_, index) => index + 1);
}

/** The size itself, and twice each of its axes. */
function sizesOf({ depth, width, grows = ["depth", "width"] }: Shape) {
  return [
    { axis: "once", depth, width },
    ...grows.map((axis) => ({
      axis,
      depth: axis === "depth" ? depth * 2 : depth,
      width: axis === "width" ? width * 2 : width,
    })),
  ];
}

/** An API with one attribute of the shape, and a request that sends a value and one that gets it. */
function serve({ make, depth, isWrong, name }: Shape, json: unknown, decoded: unknown) {
  const t = trestle();
  const things = t.resource("things", {
    id: z.int(),
    attributes: { name: z.string(), value: make(depth) },
    createFields: ["value"],
  });
  // What the shapes' values are, no type can say: Zod decides.
  const row = { id: 1, name: "one", value: decoded as never };
  const api = t.router({
    things: things.routes(
      things.createOne(() => row),
      things.getOne(() => row),
    ),
  });
  const handle = fetchHandler(api, { limits: { bodySize: 1e9, nesting: 1000 }, onError: () => {} });
  const body = Buffer.from(documentOf(json));
  const headers = { "content-type": MEDIA_TYPE, "content-length": `${body.byteLength}` };
  const ask = async (request: Request, status: number) => {
    const response = await handle(request);
    const bytes = await response.arrayBuffer();
    if (response.status !== status) {
      throw new Error(`${name}: ${response.status}, not ${status}: ${Buffer.from(bytes).toString("utf8", 0, 500)}`);
    }
  };
  return {
    read: () =>
      ask(
        new Request("http://localhost/things?fields%5Bthings%5D=name", { method: "POST", headers, body }),
        isWrong ? 422 : 201,
      ),
    write: () => ask(new Request("http://localhost/things/1?fields%5Bthings%5D=value"), isWrong ? 500 : 200),
  };
}

function documentOf(value: unknown): string {
  return JSON.stringify({ data: { type: "things", attributes: { value } } });
}

/** The microseconds of each, measured in turn when all are warm: what the machine gives changes from second to second. */
async function inTurn(runs: readonly (() => unknown)[]): Promise<number[]> {
  for (const run of runs) await repeat(run, WARM_UP);
  const samples = runs.map((): number[] => []);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [index, run] of runs.entries()) samples[index]?.push(await repeat(run, SAMPLE));
  }
  return samples.map(median);
}

async function repeat(run: () => unknown, atLeast: number): Promise<number> {
  let total = 0;
  let count = 0;
  for (let turns = 1; total < atLeast; turns *= 2) {
    total += await cpuOf(async () => {
      for (let turn = 0; turn < turns; turn++) await run();
    });
    count += turns;
  }
  return total / count;
}

async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
