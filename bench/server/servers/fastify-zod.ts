import Fastify from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { store } from "../data.js";
import { articleOutput, articleParams, listOutput, listQuery, newArticle, oneQuery } from "../peers/schemas.js";
import { plainArticle } from "../peers/shape.js";

const notFound = z.object({ error: z.string() });

export async function start(port: number): Promise<void> {
  const app = Fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  app.get("/api/articles", { schema: { querystring: listQuery, response: { 200: listOutput } } }, async ({ query }) => {
    const { rows, total } = store.list(query);
    return { data: rows.map((row) => plainArticle(row, query)), total };
  });
  app.get(
    "/api/articles/:id",
    { schema: { params: articleParams, querystring: oneQuery, response: { 200: articleOutput, 404: notFound } } },
    async ({ params, query }, reply) => {
      const article = store.find(params.id);
      if (article === undefined) return reply.code(404).send({ error: "not found" });
      return plainArticle(article, query);
    },
  );
  app.post(
    "/api/articles",
    { schema: { body: newArticle, querystring: oneQuery, response: { 201: articleOutput, 404: notFound } } },
    async ({ body, query }, reply) => {
      const article = store.create(body);
      if (article === undefined) return reply.code(404).send({ error: "not found" });
      reply.code(201);
      return plainArticle(article, query);
    },
  );
  await app.listen({ port, host: "127.0.0.1" });
}
