// Inputs that may contain themselves: JSON values, and lists of lists.
import { type ApiOf, trestle } from "trestle";
import { type CreateInput, createClient } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

type Nested = string | Nested[];
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const nested: z.ZodType<Nested, Nested> = z.lazy(() => z.union([z.string(), z.array(nested)]));
const json: z.ZodType<Json, Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(z.string(), json)]),
);

const t = trestle();
const pages = t.resource("pages", {
  id: z.int32(),
  attributes: {
    title: z.string(),
    body: z.json(),
    draft: z.json().optional(),
    parts: z.array(z.json()),
    named: z.record(z.string(), z.json()),
    own: json,
    nested,
    anything: z.any(),
    pair: z.tuple([z.string(), z.date()]),
    rest: z.tuple([z.string()], z.date()),
    times: z.array(z.date()),
  },
  createFields: ["title", "body", "draft", "parts", "named", "own", "nested", "anything", "pair", "rest", "times"],
  editFields: ["title", "body"],
});
const save = t.command({ input: z.object({ key: z.string(), value: z.json() }) }, () => {});
const api = t.router(
  {
    pages: pages.routes(
      pages.createOne({}, ({ input }) => ({ id: 1, ...input })),
      pages.editOne({}, () => neverRead()),
    ),
  },
  { actions: { save } },
);
interface Api extends ApiOf<typeof api> {}

const client = createClient<Api>({ url: "https://example.org/api" });

declare function neverRead(): never;
declare const read: z.core.util.JSONType;
declare const page: CreateInput<Api, "pages">;

test("a JSON value may be sent as it was read, and as a constant", () => {
  const constant = { tags: ["a", { deep: [1, null] }] } as const;
  client.pages.create({ ...page, body: read, draft: undefined });
  client.pages.create({ ...page, body: constant, parts: [constant, 1], own: constant });
  client.pages.update(1, { body: constant });
  client.command.save({ key: "a", value: constant });
});

test("the other fields of such an input are checked", () => {
  // @ts-expect-error -- a date is not JSON
  client.pages.create({ ...page, body: { at: new Date() } });
  // @ts-expect-error -- neither here
  client.pages.create({ ...page, own: [new Date()] });
  // @ts-expect-error -- a field is misspelt
  client.pages.create({ ...page, titel: "a" });
  // @ts-expect-error -- fields are missing
  client.pages.create({});
  // @ts-expect-error -- a number is not a title
  client.pages.update(1, { title: 1 });
  // @ts-expect-error -- the key is missing
  client.command.save({ value: 1 });
});

test("lists may contain themselves", () => {
  client.pages.create({ ...page, nested: ["a", ["b", ["c"]]] });
  // @ts-expect-error -- a number is not nested
  client.pages.create({ ...page, nested: ["a", [1]] });
});

test("lists and tuples are readonly, and dates in them may be texts", () => {
  expectTypeOf(page.times).toEqualTypeOf<readonly (Date | string)[]>();
  expectTypeOf(page.pair).toEqualTypeOf<readonly [string, Date | string]>();
  expectTypeOf(page.rest).toEqualTypeOf<readonly [string, ...(Date | string)[]]>();
  expectTypeOf(page.anything).toBeAny();
});
