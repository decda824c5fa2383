import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Editor } from "./editor.js";
import { ServerEditor } from "./language-server.js";
import { ServiceEditor } from "./language-service.js";

const PROGRAM = `import { type ApiOf, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const t = trestle<{ isAdmin: boolean }>();
const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
const tags = t.resource("tags", { id: z.int(), attributes: { label: z.string() } });
const notes = t.resource("notes", {
  id: z.int(),
  attributes: {
    title: z.string(),
    body: z.string().optional(),
  },
  relationships: {
    author: toOne("users"),
    tags: toMany("tags"),
  },
  createFields: ["title", "author"],
  editFields: ["title"],
});
const getNote = notes.getOne({ include: ["author", "tags"] }, () => ({ id: 1, title: "", author: 1 }));
const createNote = notes.createOne(({ input }) => ({ ...input, id: 1 }));
const editNote = notes.editOne(() => ({ id: 1, title: "", author: 1 }));
const listNotes = notes.getMany({ sort: ["title"], filter: { title: z.string().optional() } }, () => []);
const close = notes.command({ input: z.object({ reason: z.string() }) }, () => {});
const api = t.router({
  notes: notes.routes(getNote, createNote, editNote, listNotes).actions({ close }),
  users: users.routes(),
  tags: tags.routes(),
});
interface Api extends ApiOf<typeof api> {}
const client = createClient<Api>({ url: "https://example.org" });
const data = memoryData();
const rows = [{ id: 1, title: "", author: 1, tenant: 7 }];
`;

/** The interface that stands for all that a resource declares. */
const NAMED = `import { type ContextOf, offsetPage, type Resource, respond } from "trestle";
import { drizzleData } from "trestle/drizzle";
import * as schema from "./schema.js";
const page = offsetPage();
const listed = () => respond([], { total: 0 });
const tables = drizzleData({ db: "isAdmin", tables: schema });
interface Notes extends ContextOf<typeof notes> {}
const named: Resource<Notes> = notes;
`;

const CLOSE = "const close = notes.command({ input: z.object({ reason: z.string() }) }, () => {});";

/** The versions that have a language service of their own. */
const editors: readonly (readonly [version: string, editor: Editor])[] = [
  ["7", new ServerEditor()],
  ["5.9", new ServiceEditor()],
];

describe.each(editors)("TypeScript %s", (_, editor) => {
  beforeAll(() => editor.start());
  afterAll(() => editor.stop());

  const at = (code: string) => editor.open(`${PROGRAM}${code}\n`);

  test.each([
    ["notes.getOne(({ fie|lds }) => row);", "fields: { readonly notes?: ReadonlySet<"],
    ["notes.createOne(({ inp|ut }) => row);", "input: { readonly title: string; readonly author: number; }"],
    ["notes.editOne(({ inp|ut }) => row);", "input: { readonly title: string | typeof UNSET; }"],
    ["notes.getMany({ filter: { a: z.string() } }, ({ fil|ter }) => []);", "filter: { readonly a: string; }"],
    ["notes.getMany({ sort: ['title'] }, ({ so|rt }) => []);", 'sort: readonly Sort<"title", SortOrder>[]'],
    ["notes.getOne({ include: ['author'] }, ({ inc|lude }) => row);", "include: { readonly author: boolean; }"],
  ])("the hover of %s is plain", async (code, hover) => {
    expect(await at(code).hover()).toContain(hover);
  });

  test.each([
    ["notes|;", 'const notes: Resource<ResourceContext<"notes", '],
    ["notes.getOne((ar|gs) => row);", '(parameter) args: GetOneArgs<ResourceContext<"notes", '],
  ])("the hover of %s begins with the resource's name", async (code, hover) => {
    expect(await at(code).hover()).toContain(hover);
  });

  test.each([
    ["named|;", "const named: Resource<Notes>"],
    ["named.getMany({ page }, (ar|gs) => []);", "(parameter) args: GetManyArgs<Notes, { page: OffsetPage; }>"],
    ["const li|st = named.getMany({ page }, listed);", "const list: GetMany<Notes, { page: OffsetPage; }>"],
    ["named.editOne((ar|gs) => row);", "(parameter) args: EditOneArgs<Notes, {}>"],
    [
      "const sou|rce = tables.source(named, {});",
      'const source: Source<Notes, { isAdmin: boolean; }, SQL<unknown>, TableWrite<typeof schema, "notes">, {}, never>',
    ],
  ])("the hover of %s prints an interface in place of a resource, and no table", async (code, hover) => {
    expect(await at(`${NAMED}${code}`).hover()).toContain(hover);
  });

  test.each([
    ["notes.createOne(({ input }) => ({ ...input, title: input.ti|tle, id: 1 }));", "title: z.string(),"],
    ["notes.editOne(({ input }) => ({ id: 1, title: String(input.ti|tle), author: 1 }));", "title: z.string(),"],
    ["notes.getOne({ include: ['author'] }, ({ include }) => row(include.aut|hor));", 'author: toOne("users"),'],
    ["notes.getMany({ include: ['author', 'tags'] }, ({ include }) => [row(include.ta|gs)]);", 'tags: toMany("tags"),'],
    ["notes.getOne({ include: ['author__team'] }, ({ include }) => row(include.aut|hor));", 'author: toOne("users"),'],
    ["(await client.notes.get(1, { include: ['tags'] })).ta|gs;", 'tags: toMany("tags"),'],
    ["client.notes.create({ ti|tle: '', author: 1 });", "title: z.string(),"],
    ["data.source(notes, { rows, scope: () => (row) => row.ti|tle === '' });", "title: z.string(),"],
    ["data.source(notes, { rows, scope: () => (row) => row.aut|hor === 7 });", 'author: toOne("users"),'],
    ["client.notes.update(1, { ti|tle: '' });", "title: z.string(),"],
    ["(await client.notes.get(1)).ti|tle;", "title: z.string(),"],
    ["(await client.notes.get(1, { include: ['author'] })).aut|hor;", 'author: toOne("users"),'],
    ["(await client.notes.create({ title: '', author: 1 }).safe()).error?.fields.ti|tle;", "title: z.string(),"],
    [
      "client.notes.command.clo|se(1, { reason: '' });",
      "notes: notes.routes(getNote, createNote, editNote, listNotes).actions({ close }),",
    ],
    ["client.notes.command.close(1, { rea|son: '' });", CLOSE],
    ["(await client.notes.command.close(1, { reason: '' }).safe()).error?.fields.rea|son;", CLOSE],
  ])("%s leads to its declaration", async (code, line) => {
    expect(await at(code).definitions()).toEqual([line]);
  });

  test.each([
    ["notes.createOne(({ input }) => ({ ...input, title: input.ti|tle, id: 1 }));", "title: z.string(),"],
    ["client.notes.update(1, { ti|tle: '' });", "title: z.string(),"],
    ["notes.getOne({ include: ['author'] }, ({ include }) => row(include.aut|hor));", 'author: toOne("users"),'],
    ["(await client.notes.get(1, { include: ['tags'] })).ta|gs;", 'tags: toMany("tags"),'],
  ])("a rename in %s reaches the declaration, the handlers and the client", async (code, line) => {
    const renames = await at(code).renames();
    expect(renames).toContain(line);
    expect(renames).toContain(code.replace("|", ""));
  });

  test.each([
    ["notes.getMany({ | }, () => []);", ["filter", "sort", "page", "include"]],
    ["notes.getMany({ | });", ["filter", "sort", "page", "include"]],
    ["notes.getOne({ | });", ["include", "errors", "middleware", "sparse"]],
    ["notes.createOne({ | });", ["include", "affects", "idempotent"]],
    ["notes.editOne({ | });", ["include", "affects"]],
    ["notes.deleteOne({ | });", ["affects", "errors"]],
    ["notes.getRelated('tags', { | });", ["filter", "sort", "page", "include"]],
    ["notes.getRelated('tags', (args) => { args.| });", ["ctx", "id", "filter", "sort", "page"]],
    ["notes.editRelationship('author', { | });", ["affects", "errors"]],
    ["notes.editRelationship('author', (args) => { if (args.|) });", ["id", "related"]],
    ["notes.command({ | });", ["input", "output", "returns"]],
    ["notes.command((args) => { if (args.|) });", ["ctx", "id"]],
    ["notes.getMany({ include: ['|'] });", ["author", "tags"]],
    ["notes.getMany({ sort: ['|'] });", ["title", "body"]],
    ["notes.getMany({ sort: ['|'] }, () => []);", ["title", "body"]],
    ["notes.getMany((args) => { args.| });", ["ctx", "filter", "sort", "page"]],
    ["notes.getOne(({ ctx }) => { if (ctx.|) });", ["isAdmin"]],
    ["notes.createOne(({ input }) => { input.| });", ["title", "author"]],
    ["notes.editOne(({ input }) => { input.| });", ["title"]],
    ["notes.deleteOne((args) => { const id: string = args.| });", ["id", "expected"]],
    ["notes.getOne(() => ({ | }));", ["id", "title", "author"]],
    ["notes.getOne({ include: ['|'] }, () => row);", ["author", "tags"]],
    ["t.resource('x', { id: z.int(), attributes: { secret: z.string() }, createFields: ['|'] });", ["secret", "id"]],
    ["t.resource('x', { id: z.int(), attributes: { secret: z.string() }, visible: { | } });", ["secret"]],
    ["data.source(notes, { | });", ["rows", "scope", "values", "unique"]],
    ["data.source(notes, { rows: [{ | }] });", ["id", "title", "author"]],
    ["data.source(notes, { rows, scope: () => (row) => { row.| } });", ["title", "author", "tenant"]],
    ["data.source(notes, { rows, filters: { q: (text: string) => (row) => { row.| } } });", ["title", "tenant"]],
    ["data.source(notes, { rows, unique: [['|']] });", ["title", "tenant"]],
    ["data.source(notes, { rows, deleted: '|' });", ["title", "tenant"]],
    ["data.source(notes, { rows, orderBy: [{ field: '|', order: 'asc' }] });", ["title", "author"]],
    ["data.source(notes, { rows, relationships: { | } });", ["tags"]],
    ["notes.getMany((args) => data.source(notes, { rows }).getMany(args, { where: (row) => { row.| } }));", ["tenant"]],
    ["notes.createOne((args) => data.source(notes, { rows }).createOne(args, { values: { | } }));", ["tenant"]],
    ["client.notes.list().sort('|');", ["title", "-title"]],
    ["client.notes.update(1, { | });", ["title"]],
    ["(await client.notes.create({ title: '', author: 1 }).safe()).error?.fields.|", ["author", "title"]],
    ["client.notes.command.|", ["close"]],
    ["client.notes.command.close(1, { | });", ["reason"]],
    ["(await client.notes.command.close(1, { reason: '' }).safe()).error?.fields.|", ["reason"]],
    ["client.notes.|", ["create", "find", "get", "list", "update"]],
  ])("%s completes names", async (code, names) => {
    expect(await at(code).completions()).toEqual(expect.arrayContaining(names));
  });
});
