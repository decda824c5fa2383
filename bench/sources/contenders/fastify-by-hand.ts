import Fastify from "fastify";
import type { Article, Contender } from "../contender.js";
import { PAGE } from "../tables.js";
import { joined } from "./trestle.js";

interface Resource {
  readonly type: string;
  readonly id: string;
}
interface Request {
  readonly url: string;
  readonly params: { readonly id: string };
  readonly query: Readonly<Record<string, string>>;
}

/** What whole requests are compared with: the same resources as JSON:API documents, written by hand, over Fastify without a socket. */
export async function fastifyByHand(sql: Contender, name: string, title: string): Promise<Contender> {
  const { needs } = sql;
  const app = Fastify();
  const answer = (path: string, find: (request: Request) => Promise<unknown>, isList = true) =>
    app.get(path, async (request, reply) => {
      const rows = (await find(request as Request)) as readonly Article[];
      reply.header("content-type", "application/vnd.api+json").header("vary", "Accept");
      // As it is: Fastify would add a charset to the type, which JSON:API forbids.
      reply.serializer((text: string) => text);
      return documentOf(rows, request.url, isList);
    });
  answer("/articles", ({ query }) => {
    const [author, category] = [query["filter[author][name]"], query["filter[categories][name]"]];
    if (author !== undefined) return needs.byAuthor({ name: author });
    if (category !== undefined) return needs.byCategory({ name: category });
    const after = query["page[after]"];
    if (after === undefined) return needs.page({});
    const [time, id] = JSON.parse(Buffer.from(after, "base64url").toString()) as [string, number];
    return needs.keyset({ created_at: new Date(time), id });
  });
  answer("/articles/:id", ({ params }) => needs.one({ id: Number(params.id) }), false);
  answer("/authors/:id/articles", ({ params }) => needs.related({ id: Number(params.id) }));
  const ask = async (url: string) => (await app.inject({ url })).payload;
  const included = "include=author,comments";
  return {
    name,
    title,
    needs: {
      page: () => ask(`/articles?${included}&page[limit]=${PAGE}`),
      keyset: ({ created_at, id }) => {
        const cursor = Buffer.from(JSON.stringify([created_at, id])).toString("base64url");
        return ask(`/articles?${included}&page[size]=${PAGE}&page[after]=${cursor}`);
      },
      one: ({ id }) => ask(`/articles/${id}?${included},categories`),
      byAuthor: ({ name }) => ask(`/articles?filter[author][name]=${encodeURIComponent(name)}`),
      byCategory: ({ name }) => ask(`/articles?filter[categories][name]=${encodeURIComponent(name)}`),
      related: ({ id }) => ask(`/authors/${id}/articles`),
    },
    articlesIn: (text) => joined(JSON.parse(text as string)),
  };
}

function documentOf(rows: readonly Article[], url: string, isList: boolean): string {
  const included = new Map<string, Resource>();
  const data = rows.map((row) => articleOf(row, included));
  const [path = "", query = ""] = url.split("?");
  const search = new URLSearchParams(query);
  const links: { self: string; first?: string; next?: string } = { self: query === "" ? path : `${path}?${search}` };
  if (isList) {
    search.set("page[offset]", "0");
    links.first = `${path}?${search}`;
    search.set("page[offset]", `${PAGE}`);
    if (rows.length === PAGE) links.next = `${path}?${search}`;
  }
  return JSON.stringify({
    jsonapi: { version: "1.1" },
    links,
    data: isList ? data : data[0],
    ...(included.size > 0 && { included: [...included.values()] }),
  });
}

function articleOf(row: Article, included: Map<string, Resource>) {
  const { id, title, body, published, created_at, author, comments, categories } = row;
  const add = (type: string, { id, ...attributes }: { readonly id: unknown }): Resource => {
    const identifier = { type, id: String(id) };
    included.set(`${type} ${id}`, { ...identifier, attributes } as Resource);
    return identifier;
  };
  const relationships = {
    ...(author !== undefined && {
      author: {
        data:
          typeof author === "object"
            ? author && add("authors", author as { id: unknown })
            : { type: "authors", id: String(author) },
      },
    }),
    ...(comments && { comments: { data: comments.map((comment) => add("comments", comment)) } }),
    ...(categories && { categories: { data: categories.map((category) => add("categories", category)) } }),
  };
  const attributes = { title, body, published, created_at };
  return { type: "articles", id: String(id), attributes, relationships, links: { self: `/articles/${id}` } };
}
