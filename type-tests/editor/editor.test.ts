import { expect, test } from "vitest";
import { Editor } from "./language-service.js";

const PROGRAM = `import { type ApiOf, toMany, toOne, trestle } from "trestle";
import { createClient } from "trestle/client";
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
const api = t.router({ notes: notes.routes(getNote, createNote, editNote, listNotes), users: users.routes(), tags: tags.routes() });
interface Api extends ApiOf<typeof api> {}
const client = createClient<Api>({ url: "https://example.org" });
`;

const editor = new Editor();
const at = (code: string) => editor.open(`${PROGRAM}${code}\n`);

test.each([
  ["notes.getOne(({ fie|lds }) => row);", "fields: { readonly notes?: ReadonlySet<"],
  ["notes.getMany({ filter: { a: z.string() } }, ({ fil|ter }) => []);", "filter: { readonly a: string; }"],
  ["notes.getMany({ sort: ['title'] }, ({ so|rt }) => []);", 'sort: readonly Sort<"title", SortOrder>[]'],
])("the hover of %s is plain", (code, hover) => {
  expect(at(code).hover()).toContain(hover);
});

test.each([
  ["notes.createOne(({ input }) => ({ ...input, title: input.ti|tle, id: 1 }));", "title: z.string(),"],
  ["notes.editOne(({ input }) => ({ id: 1, title: String(input.ti|tle), author: 1 }));", "title: z.string(),"],
  ["client.notes.create({ ti|tle: '', author: 1 });", "title: z.string(),"],
  ["client.notes.update(1, { ti|tle: '' });", "title: z.string(),"],
  ["(await client.notes.get(1)).ti|tle;", "title: z.string(),"],
  ["(await client.notes.get(1, { include: ['author'] })).aut|hor;", 'author: toOne("users"),'],
])("%s leads to its declaration", (code, line) => {
  expect(at(code).definitions()).toEqual([line]);
});

test.each([
  ["notes.createOne(({ input }) => ({ ...input, title: input.ti|tle, id: 1 }));", "title: z.string(),"],
  ["client.notes.update(1, { ti|tle: '' });", "title: z.string(),"],
])("a rename in %s reaches the declaration, the handlers and the client", (code, line) => {
  const renames = at(code).renames();
  expect(renames).toContain(line);
  expect(renames).toContain(code.replace("|", ""));
});

test.each([
  ["notes.getMany({ | }, () => []);", ["filter", "sort", "page", "include"]],
  ["notes.getOne({ include: ['|'] }, () => row);", ["author", "tags"]],
  ["t.resource('x', { id: z.int(), attributes: { secret: z.string() }, createFields: ['|'] });", ["secret", "id"]],
  ["client.notes.list().sort('|');", ["title", "-title"]],
  ["client.notes.update(1, { | });", ["title"]],
  ["client.notes.|", ["create", "find", "get", "list", "update"]],
])("%s completes names", (code, names) => {
  expect(at(code).completions()).toEqual(expect.arrayContaining(names));
});
