import { drizzle } from "drizzle-orm/node-postgres";
import Fastify from "fastify";
import type pg from "pg";
import { fastifyPlugin, serverOptions } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import type { Article, Contender } from "../contender.js";
import { joinId } from "trestle/source";
import type { Key, Position, Samples } from "../needs.js";
import { PAGE } from "../tables.js";
import {
  api,
  apiByCursor,
  type Context,
  get,
  getDraft,
  list,
  listByCursor,
  listDrafts,
  related,
  t,
} from "./trestle-api.js";

const OFFSET_PAGE = { offset: 0, limit: PAGE };

/** The handlers that the sources make, called in process. */
export function trestleSource(pool: pg.Pool, cursors: Cursors): Contender {
  const ctx = contextOf(pool);
  const plain = { ctx, fields: {}, sort: [], include: {}, page: OFFSET_PAGE } as const;
  const included = { author: true, comments: true } as const;
  return {
    name: "trestle",
    title: "Trestle, the source's handler",
    needs: {
      page: () => list({ ...plain, filter: {}, include: included }),
      keyset: (position) =>
        listByCursor({ ...plain, filter: {}, include: included, page: { size: PAGE, after: cursors.get(position) } }),
      one: ({ id }) => get({ ctx, id, fields: {}, include: { ...included, categories: true } }),
      byAuthor: ({ name }) => list({ ...plain, filter: { author__name: name } }),
      byCategory: ({ name }) => list({ ...plain, filter: { categories__name: name } }),
      related: ({ id }) => related({ ...plain, id, filter: {} }),
      byKey: (key) => getDraft({ ctx, id: idOf(key), fields: {}, include: { remarks: true } }),
      afterKey: (key) =>
        listDrafts({ ...plain, filter: {}, include: { remarks: true }, page: { size: PAGE, after: cursors.get(key) } }),
      byKeys: (keys) =>
        listDrafts({ ...plain, filter: { id__in: keys.map(idOf) }, include: { origin: true }, page: { size: PAGE } }),
    },
    articlesIn(response) {
      const { data } = response as { readonly data: Article | readonly Article[] };
      return [data].flat() as readonly Article[];
    },
  };
}

/** Whole requests: the query is parsed, and a JSON:API document is checked and written. */
export function trestleRequests(pool: pg.Pool, cursors: Cursors): Contender {
  const ctx = contextOf(pool);
  const context = t.context(() => ctx);
  const over = (handle: (request: Request) => Promise<Response>) => async (path: string) =>
    (await handle(new Request(`http://localhost${path}`))).text();
  const [all, byCursor] = [over(fetchHandler(api, { context })), over(fetchHandler(apiByCursor, { context }))];
  return whole("trestle-fetch", "Trestle, whole requests over Fetch", all, byCursor, cursors);
}

/** The same over Fastify, without a socket. */
export async function trestleFastify(pool: pg.Pool, cursors: Cursors): Promise<Contender> {
  const ctx = contextOf(pool);
  const context = t.context(() => ctx);
  const over = async (plugin: ReturnType<typeof fastifyPlugin>) => {
    const app = Fastify(serverOptions);
    await app.register(plugin);
    return async (url: string) => (await app.inject({ url })).payload;
  };
  const [all, byCursor] = [
    await over(fastifyPlugin(api, { context })),
    await over(fastifyPlugin(apiByCursor, { context })),
  ];
  return whole("trestle-fastify", "Trestle, whole requests over Fastify", all, byCursor, cursors);
}

type Ask = (path: string) => Promise<string>;

/** @param byCursor Of the API whose list has pages by cursor. */
function whole(name: string, title: string, ask: Ask, byCursor: Ask, cursors: Cursors): Contender {
  const included = "include=author,comments";
  return {
    name,
    title,
    needs: {
      page: () => ask(`/articles?${included}&page[limit]=${PAGE}`),
      keyset: (position) => byCursor(`/articles?${included}&page[size]=${PAGE}&page[after]=${cursors.get(position)}`),
      one: ({ id }) => ask(`/articles/${id}?${included},categories`),
      byAuthor: ({ name }) => ask(`/articles?filter[author][name]=${encodeURIComponent(name)}`),
      byCategory: ({ name }) => ask(`/articles?filter[categories][name]=${encodeURIComponent(name)}`),
      related: ({ id }) => ask(`/authors/${id}/articles`),
      byKey: (key) => ask(`/drafts/${idOf(key)}?include=remarks`),
      afterKey: (key) => ask(`/drafts?include=remarks&page[size]=${PAGE}&page[after]=${cursors.get(key)}`),
      byKeys: (keys) => ask(`/drafts?filter[id][in]=${keys.map(idOf)}&include=origin`),
    },
    articlesIn: (text) => joined(JSON.parse(text as string)),
  };
}

type Cursors = ReadonlyMap<Position | Key, string>;

function idOf({ org, no }: Key): string {
  return joinId(String(org), String(no));
}

/** The cursors that a client would have after these rows. */
export async function cursorsAfter(pool: pg.Pool, { keyset, afterKey }: Samples): Promise<Cursors> {
  const ctx = contextOf(pool);
  const context = t.context(() => ctx);
  const [byCursor, handle] = [fetchHandler(apiByCursor, { context }), fetchHandler(api, { context })];
  const cursors = new Map<Position | Key, string>();
  // The row, and one after it, so that there is a next page.
  for (const position of keyset)
    cursors.set(position, await nextOf(byCursor, `/articles?filter[id][in]=${position.id},${position.id - 50}`));
  for (const key of afterKey)
    cursors.set(key, await nextOf(handle, `/drafts?filter[id][in]=${idOf(key)},${idOf({ ...key, no: key.no + 1 })}`));
  return cursors;
}

async function nextOf(handle: (request: Request) => Promise<Response>, path: string): Promise<string> {
  const response = await handle(new Request(`http://localhost${path}&page[size]=1`));
  if (response.status !== 200) throw new Error(await response.text());
  const { links } = (await response.json()) as { readonly links: { readonly next: string } };
  const after = new URL(links.next, "http://localhost").searchParams.get("page[after]");
  if (after === null) throw new Error(`No cursor in ${links.next}`);
  return after;
}

function contextOf(pool: pg.Pool): Context {
  return { db: drizzle({ client: pool }) };
}

interface Identifier {
  readonly type: string;
  readonly id: string;
}
interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: Identifier | readonly Identifier[] | null }>>;
}

/** The articles of a document, with what it includes. */
export function joined(document: {
  readonly data: Resource | readonly Resource[];
  readonly included?: readonly Resource[];
}) {
  const all = [document.data, document.included ?? []].flat(); // a related resource may be one of the data
  const included = new Map(all.map((resource) => [`${resource.type} ${resource.id}`, resource]));
  const idIn = (id: string) => (id.includes("~") ? id : Number(id));
  const flat = ({ id, attributes }: Resource) => ({ ...attributes, id: idIn(id) });
  const find = ({ type, id }: Identifier) => {
    const found = included.get(`${type} ${id}`);
    return found ? flat(found) : idIn(id);
  };
  return [document.data].flat().map((resource) => {
    const relationships = Object.entries(resource.relationships ?? {}).map(([name, { data }]) => [
      name,
      data === null || data === undefined ? data : Array.isArray(data) ? data.map(find) : find(data as Identifier),
    ]);
    return { ...flat(resource), ...Object.fromEntries(relationships) } as unknown as Article;
  });
}
