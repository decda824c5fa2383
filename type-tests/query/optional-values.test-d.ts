// With `exactOptionalPropertyTypes`, an option that may be undefined must say so. strict.test.ts compiles this file with it.
import { type ApiOf, trestle } from "trestle";
import { createClient } from "trestle/client";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", {
  id: z.int32(),
  attributes: { text: z.string(), done: z.boolean().default(false) },
  createFields: ["text", "done"],
  editFields: ["text", "done"],
});
const row = { id: 1, text: "Hello", done: false };
const count = t.query({ output: z.int() }, () => 1);
const clear = t.command(() => {});
const api = t.router(
  {
    notes: notes.routes(
      notes.getMany({ filter: { text: z.string(), done: z.boolean().optional() } }, () => [row]),
      notes.getOne(() => row),
      notes.createOne(() => row),
      notes.editOne(() => row),
    ),
  },
  { actions: { count, clear } },
);
interface Api extends ApiOf<typeof api> {}

declare const signal: AbortSignal | undefined;
declare const headers: Headers | undefined;
declare const timeout: number | undefined;
declare const text: string | undefined;

test("options and fields may be passed on, also if they are undefined", () => {
  const client = createClient<Api>({ url: "https://example.org/api", headers, timeout, name: text, fetch: undefined });
  client.notes.get(1, { signal, headers, include: undefined });
  const list = client.notes.list({ filter: { text: "Hello", done: undefined }, signal });
  list.filter({ text: "Bye", done: undefined });
  client.notes.create({ text: "Hello", done: undefined }, { signal });
  client.notes.update(1, { text, done: undefined }, { signal, headers });
  client.query.count(undefined, { signal });
  client.command.clear(undefined, { signal, onProgress: undefined });
  // @ts-expect-error -- the text of a create may not be undefined
  client.notes.create({ text });
  // @ts-expect-error -- a number is not a text
  client.notes.update(1, { text: 1 });
  expectTypeOf(client.notes.update).not.toBeAny();
});
