/** The same small API of notes in three libraries. Each program begins with it. */
export const libraries = ["trestle", "trpc", "orpc"] as const;
export type Library = (typeof libraries)[number];

const ROWS = `
declare const db: {
  lacking(): Promise<{ id: number; words: number; author: number }[]>;
  wrong(): Promise<{ id: number; title: string; words: string; author: number }[]>;
};
const row = { id: 1, title: "", words: 1, author: 1 };
`;

const SCHEMAS = `
const note = z.object({ id: z.int(), title: z.string(), words: z.int(), author: z.int() });
const fields = note.omit({ id: true });
const one = z.object({ id: z.int(), include: z.array(z.enum(["author"])).optional() });
const query = z.object({ filter: z.object({ title: z.string().optional() }).optional(), sort: z.array(z.enum(["title", "-title"])).optional() });
const edit = fields.partial().extend({ id: z.int() });
`;

export const starts: Record<Library, string> = {
  trestle: `import { type ApiOf, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { z } from "zod";
${ROWS}
const t = trestle();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { title: z.string(), words: z.int() },
  relationships: { author: toOne("users") },
  createFields: ["title", "words", "author"],
  editFields: ["title", "words", "author"],
});
const api = t.router({
  users: users.routes(),
  notes: notes.routes(
    notes.getOne({ include: ["author"] }, () => row),
    notes.getMany({ filter: { title: z.string().optional() }, sort: ["title"] }, () => [row]),
    notes.createOne(({ input }) => ({ id: 1, ...input })),
    notes.editOne(({ id }) => ({ ...row, id })),
  ),
});
interface Api extends ApiOf<typeof api> {}
const client = createClient<Api>({ url: "http://localhost" });
const item = await client.notes.get(1);
`,
  trpc: `import { createTRPCClient, httpLink } from "@trpc/client";
import { initTRPC } from "@trpc/server";
import { z } from "zod";
${ROWS}${SCHEMAS}
const t = initTRPC.create();
const api = t.router({
  notes: t.router({
    get: t.procedure.input(one).output(note).query(() => row),
    list: t.procedure.input(query).output(z.array(note)).query(() => [row]),
    create: t.procedure.input(fields).output(note).mutation(({ input }) => ({ id: 1, ...input })),
    update: t.procedure.input(edit).output(note).mutation(({ input }) => ({ ...row, id: input.id })),
  }),
});
const client = createTRPCClient<typeof api>({ links: [httpLink({ url: "http://localhost" })] });
const item = await client.notes.get.query({ id: 1 });
`,
  orpc: `import { createORPCClient } from "@orpc/client";
import { RPCLink } from "@orpc/client/fetch";
import { os, type RouterClient } from "@orpc/server";
import { z } from "zod";
${ROWS}${SCHEMAS}
const api = {
  notes: {
    get: os.input(one).output(note).handler(() => row),
    list: os.input(query).output(z.array(note)).handler(() => [row]),
    create: os.input(fields).output(note).handler(({ input }) => ({ id: 1, ...input })),
    update: os.input(edit).output(note).handler(({ input }) => ({ ...row, id: input.id })),
  },
};
const client: RouterClient<typeof api> = createORPCClient(new RPCLink({ url: "http://localhost" }));
const item = await client.notes.get({ id: 1 });
`,
};

/** A mistake, and how it is written with each library. `|` is where the hover is read. */
export interface Mistake extends Record<Library, string> {
  readonly mistake: string;
}

/** A handler of each library that returns one row, and one that returns a list. */
const handler = (mistake: string, body: string, many = false): Mistake => ({
  mistake,
  trestle: `notes.|${many ? "getMany" : "getOne"}(async () => ${body});`,
  trpc: `t.procedure.input(z.object({})).output(${many ? "z.array(note)" : "note"}).|query(async () => ${body});`,
  orpc: `os.input(z.object({})).output(${many ? "z.array(note)" : "note"}).|handler(async () => ${body});`,
});

export const mistakes: readonly Mistake[] = [
  handler("A handler returns rows of a variable that lack a column", "db.lacking()", true),
  handler("A handler returns rows of a variable, and a column has another type", "db.wrong()", true),
  handler("A handler returns a literal that lacks a column", "({ id: 1, words: 1, author: 1 })"),
  handler("A handler returns a literal, and a column has another type", '({ ...row, words: "1" })'),
  {
    mistake: "The client reads a field that does not exist",
    trestle: "|item.titel;",
    trpc: "|item.titel;",
    orpc: "|item.titel;",
  },
  {
    mistake: "The client calls a resource that does not exist",
    trestle: "|client.note.get(1);",
    trpc: "|client.note.get.query({ id: 1 });",
    orpc: "|client.note.get({ id: 1 });",
  },
  {
    mistake: "The client calls an operation that does not exist",
    trestle: "client.|notes.delete(1);",
    trpc: "client.|notes.delete.mutate({ id: 1 });",
    orpc: "client.|notes.delete({ id: 1 });",
  },
  {
    mistake: "A create lacks a field",
    trestle: 'client.notes.|create({ title: "", author: 1 });',
    trpc: 'client.notes.create.|mutate({ title: "", author: 1 });',
    orpc: 'client.notes.|create({ title: "", author: 1 });',
  },
  {
    mistake: "A create has a misspelt field",
    trestle: 'client.notes.|create({ titel: "", words: 1, author: 1 });',
    trpc: 'client.notes.create.|mutate({ titel: "", words: 1, author: 1 });',
    orpc: 'client.notes.|create({ titel: "", words: 1, author: 1 });',
  },
  {
    mistake: "An update has a value of another type",
    trestle: 'client.notes.|update(1, { words: "1" });',
    trpc: 'client.notes.update.|mutate({ id: 1, words: "1" });',
    orpc: 'client.notes.|update({ id: 1, words: "1" });',
  },
  {
    mistake: "An update sends a whole item with one change",
    trestle: 'client.notes.|update(1, { ...item, title: "" });',
    trpc: 'client.notes.update.|mutate({ ...item, title: "" });',
    orpc: 'client.notes.|update({ ...item, title: "" });',
  },
  {
    mistake: "A list is sorted by a name that is not declared",
    trestle: 'client.notes.list().|sort("words");',
    trpc: 'client.notes.list.|query({ sort: ["words"] });',
    orpc: 'client.notes.|list({ sort: ["words"] });',
  },
  {
    mistake: "A list has a filter that is not declared",
    trestle: 'client.notes.list().|filter({ text: "" });',
    trpc: 'client.notes.list.|query({ filter: { text: "" } });',
    orpc: 'client.notes.|list({ filter: { text: "" } });',
  },
  {
    mistake: "A read includes a relationship that does not exist",
    trestle: 'client.notes.|get(1, { include: ["autor"] });',
    trpc: 'client.notes.get.|query({ id: 1, include: ["autor"] });',
    orpc: 'client.notes.|get({ id: 1, include: ["autor"] });',
  },
];
