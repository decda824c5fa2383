import fc from "fast-check";
import { NotFound, toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeServers, type Serve } from "../support/serve.js";
import { sending } from "./bed.js";
import { expectSame, oneByOne, type SentOperation } from "./one-by-one.js";
import { runs } from "../support/runs.js";

// A batch does what its operations do as single requests, for any resources.

/** The kinds of attribute, with a value as it is on the wire, and one that is not valid. */
const KINDS = {
  text: { schema: z.string(), sent: ["a", "b"], wrong: 5 },
  count: { schema: z.int(), sent: [1, -2], wrong: 1.5 },
  at: { schema: z.date(), sent: ["2026-01-31T12:00:00.000Z"], wrong: "soon" },
  big: { schema: z.bigint(), sent: ["9007199254740993"], wrong: true },
  tags: { schema: z.set(z.string()), sent: [["a", "b"], []], wrong: "a" },
  maybe: { schema: z.string().nullable().default(null), sent: [null, "c"], wrong: {} },
} as const;
type Kind = keyof typeof KINDS;

interface Shape {
  readonly hasOwnId: boolean;
  readonly isVersioned: boolean;
  readonly attributes: readonly Kind[];
  /** The positions of the targets. */
  readonly one: number;
  readonly many: number;
}

interface Step {
  readonly kind: "add" | "edit" | "remove" | "setOne" | "addMany" | "setMany" | "dropMany";
  readonly of: number;
  readonly pick: number;
  readonly other: number;
  readonly isWrong: boolean;
  readonly isNull: boolean;
}

const shapes = fc.array(
  fc.record<Shape>({
    hasOwnId: fc.boolean(),
    isVersioned: fc.boolean(),
    attributes: fc.uniqueArray(fc.constantFrom<Kind>("text", "count", "at", "big", "tags", "maybe"), { maxLength: 3 }),
    one: fc.nat(9),
    many: fc.nat(9),
  }),
  { minLength: 1, maxLength: 4 },
);
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("add", "add", "edit", "remove", "setOne", "addMany", "setMany", "dropMany"),
    of: fc.nat(9),
    pick: fc.nat(9),
    other: fc.nat(9),
    isWrong: fc.integer({ min: 0, max: 24 }).map((n) => n === 0),
    isNull: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

const choose = <T>(list: readonly T[], at: number): T => list[at % list.length] as T; // no list is empty
const nameOf = (at: number, count: number) => `kind ${at % count}`;

/** Serves the resources, with one row each. */
async function serveShapes(serve: Serve, all: readonly Shape[]) {
  const t = trestle();
  const data = memoryData();
  const idOf = (at: number) => (all[at % all.length]?.hasOwnId ? z.string() : z.int32());
  const routes: Record<string, unknown> = {};
  for (const [at, { hasOwnId, isVersioned, attributes, one, many }] of all.entries()) {
    const [ofOne, ofMany] = [nameOf(one, all.length), nameOf(many, all.length)];
    const fields = [...attributes, "one", "many"];
    // biome-ignore lint/suspicious/noExplicitAny: the shape of the resource is known only here
    const resource: any = t.resource(nameOf(at, all.length), {
      id: idOf(at),
      attributes: {
        ...Object.fromEntries(attributes.map((kind) => [kind, KINDS[kind].schema])),
        ...(isVersioned && { version: z.int() }),
      },
      relationships: {
        one: toOne(ofOne, { id: idOf(one) }).nullable(),
        many: toMany(ofMany, { id: idOf(many), linkage: true }),
      },
      createFields: hasOwnId ? ["id", ...fields] : fields,
      editFields: fields,
      ...(isVersioned && { version: "version" }),
    } as never);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const source: any = data.source(resource, {});
    const errors = { errors: [NotFound] };
    routes[nameOf(at, all.length)] = resource.routes(
      resource.getMany(source.getMany),
      resource.getOne(errors, source.getOne),
      resource.createOne(errors, source.createOne),
      resource.editOne(errors, source.editOne),
      resource.deleteOne(errors, source.deleteOne),
      resource.editRelationship("one", errors, source.editRelationship("one")),
      resource.addToRelationship("many", errors, source.addToRelationship("many")),
      resource.resetRelationship("many", errors, source.resetRelationship("many")),
      resource.removeFromRelationship("many", errors, source.removeFromRelationship("many")),
    );
  }
  const api = t.router(routes as never, { transaction: data.transaction, atomic: true } as never);
  const client = sending((await serve(api as never)).origin);
  const stored = async () => {
    const lists = await Promise.all(Object.keys(routes).map((type) => client.send("GET", encodeURIComponent(type))));
    return JSON.stringify(lists.map(({ body }) => body.data));
  };
  return { ...client, stored };
}

/** Writes the steps as operations. What a step creates has a local id, which later steps use. */
function operationsOf(all: readonly Shape[], given: readonly Step[]): SentOperation[] {
  const known = all.map((_, at) => [{ type: nameOf(at, all.length), id: "77" }] as object[]);
  const refTo = (at: number, pick: number) => {
    const refs = choose(known, at);
    return refs.length > 1 && pick > 0 ? choose(refs.slice(1), pick) : choose(refs, 0);
  };
  return given.map(({ kind, of, pick, other, isWrong, isNull }, index): SentOperation => {
    const { attributes, hasOwnId, one, many } = choose(all, of);
    const type = nameOf(of, all.length);
    const isNew = choose(known, of).length === 1;
    const ref = refTo(of, pick);
    const fields = (isNone: boolean) => ({
      attributes: Object.fromEntries(
        attributes.map((name) => [
          name,
          isWrong ? KINDS[name].wrong : choose(KINDS[name].sent as readonly unknown[], pick),
        ]),
      ),
      relationships: {
        one: { data: isNone ? null : refTo(one, other) },
        many: { data: isNone ? [] : [refTo(many, other)] },
      },
    });
    if (kind === "add" || isNew) {
      const lid = `l${index}`;
      const isFirst = choose(known, one).length === 1 || choose(known, many).length === 1;
      const data = { type, lid, ...(hasOwnId && { id: `own ${index}` }), ...fields(isNull || isFirst) };
      choose(known, of).push({ type, lid });
      return { op: "add", data };
    }
    if (kind === "edit") return { op: "update", ref, data: { ...ref, ...fields(isNull) } };
    if (kind === "remove") return { op: "remove", ref };
    if (kind === "setOne")
      return { op: "update", ref: { ...ref, relationship: "one" }, data: isNull ? null : refTo(one, other) };
    const op = { addMany: "add", setMany: "update", dropMany: "remove" }[kind];
    return { op, ref: { ...ref, relationship: "many" }, data: isNull ? [] : [refTo(many, other)] };
  });
}

describeServers("any batch of any resources", (serve) => {
  test("does what its operations do one by one, or nothing", { timeout: 120_000 }, async () => {
    let failures = 0;
    let successes = 0;
    const check = async (all: readonly Shape[], given: readonly Step[]) => {
      const operations = operationsOf(all, given);
      const [single, batched] = [await serveShapes(serve, all), await serveShapes(serve, all)];
      const before = await batched.stored();
      const expected = await oneByOne(single, operations);
      const isDone = expectSame(await batched.post(operations), expected, operations.length);
      expect(await batched.stored()).toBe(isDone ? await single.stored() : before);
      if (isDone) successes++;
      else failures++;
    };
    await fc.assert(fc.asyncProperty(shapes, steps, check), { numRuns: runs(25), seed: 20_261_123 });
    expect([failures > 5, successes > 5]).toEqual([true, true]); // otherwise the test would prove only one half
  });
});
