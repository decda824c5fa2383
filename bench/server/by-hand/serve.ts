// The reference: what an expert writes by hand. Fastify's own validation by JSON Schema, documents built as literals,
// serialized by fast-json-stringify, errors as JSON:API documents.
import Fastify, { type FastifyError, type FastifyReply } from "fastify";
import { type documentsOf, errorDocument, MEDIA_TYPE, pageLinks } from "./document.js";
import { keptQuery, type NewArticleDocument, newArticleOf, shapeOf } from "./input.js";
import { articleParams, listQuery, manyDocument, newArticle, oneDocument, oneQuery } from "./schemas.js";
import { store } from "../data.js";

interface OneQuery {
  readonly include?: string;
  readonly "fields[articles]"?: string;
}

interface ListQuery extends OneQuery {
  readonly "filter[title][contains]"?: string;
  readonly "filter[author]"?: number;
  readonly sort?: string;
  readonly "page[offset]": number;
  readonly "page[limit]": number;
}

export async function serveByHand(
  port: number,
  { articleDocument, articlesDocument }: ReturnType<typeof documentsOf>,
): Promise<void> {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false, allErrors: true } } });
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: "string" }, app.getDefaultJsonParser("error", "error"));

  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { validation, validationContext } = error;
    if (validation === undefined) {
      const status = error.statusCode ?? 500;
      const title = status < 500 ? error.message : "Internal server error";
      return fail(reply, status, [{ status: `${status}`, code: error.code, title }]);
    }
    const status = validationContext === "body" ? 422 : 400;
    const errors = validation.map(({ keyword, instancePath, message }) => {
      const path = instancePath.slice(1);
      const source = validationContext === "body" ? { pointer: `/${path}` } : { parameter: path };
      return { status: `${status}`, code: keyword, title: "Invalid value", detail: `${path} ${message}`, source };
    });
    return fail(reply, status, errors);
  });
  app.setNotFoundHandler((_request, reply) => fail(reply, 404, [{ status: "404", title: "Not found" }]));

  app.get<{ Querystring: ListQuery }>(
    "/api/articles",
    { schema: { querystring: listQuery, response: { 200: manyDocument } } },
    async ({ query, url }, reply) => {
      const { "page[offset]": offset, "page[limit]": limit } = query;
      const { rows, total } = store.list({
        titleContains: query["filter[title][contains]"],
        author: query["filter[author]"],
        sort: query.sort,
        offset,
        limit,
      });
      const links = pageLinks(url, keptQuery(query as unknown as Record<string, unknown>), offset, limit, total);
      reply.header("content-type", MEDIA_TYPE).header("vary", "Accept");
      return articlesDocument(rows, shapeOf(query.include, query["fields[articles]"]), links, total);
    },
  );

  app.get<{ Params: { id: number }; Querystring: OneQuery }>(
    "/api/articles/:id",
    { schema: { params: articleParams, querystring: oneQuery, response: { 200: oneDocument } } },
    async ({ params, query, url }, reply) => {
      const article = store.find(params.id);
      if (article === undefined) return fail(reply, 404, [{ status: "404", title: "Not found" }]);
      reply.header("content-type", MEDIA_TYPE).header("vary", "Accept");
      return articleDocument(article, shapeOf(query.include, query["fields[articles]"]), url);
    },
  );

  app.post<{ Body: NewArticleDocument; Querystring: OneQuery }>(
    "/api/articles",
    { schema: { body: newArticle, querystring: oneQuery, response: { 201: oneDocument } } },
    async ({ body, query }, reply) => {
      const article = store.create(newArticleOf(body));
      if (article === undefined) return fail(reply, 404, [{ status: "404", title: "Not found" }]);
      const self = `/api/articles/${article.id}`;
      reply.code(201).header("content-type", MEDIA_TYPE).header("vary", "Accept").header("location", self);
      return articleDocument(article, shapeOf(query.include, query["fields[articles]"]), self);
    },
  );

  await app.listen({ port, host: "127.0.0.1" });
}

function fail(reply: FastifyReply, status: number, errors: readonly object[]): FastifyReply {
  return reply.code(status).header("content-type", MEDIA_TYPE).header("vary", "Accept").send(errorDocument(errors));
}
