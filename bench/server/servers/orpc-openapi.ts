import { once } from "node:events";
import { createServer } from "node:http";
import { OpenAPIHandler } from "@orpc/openapi/node";
import { ORPCError, os } from "@orpc/server";
import { store } from "../data.js";
import { articleOutput, articleParams, listOutput, listQuery, newArticle, oneQuery } from "../peers/schemas.js";
import { plainArticle } from "../peers/shape.js";

const router = {
  list: os
    .route({ method: "GET", path: "/articles" })
    .input(listQuery)
    .output(listOutput)
    .handler(async ({ input }) => {
      const { rows, total } = store.list(input);
      return { data: rows.map((row) => plainArticle(row, input)), total };
    }),
  get: os
    .route({ method: "GET", path: "/articles/{id}" })
    .input(articleParams.extend(oneQuery.shape))
    .output(articleOutput)
    .handler(async ({ input }) => {
      const article = store.find(input.id);
      if (article === undefined) throw new ORPCError("NOT_FOUND");
      return plainArticle(article, input);
    }),
  create: os
    .route({ method: "POST", path: "/articles", successStatus: 201 })
    .input(newArticle)
    .output(articleOutput)
    .handler(async ({ input }) => {
      const article = store.create(input);
      if (article === undefined) throw new ORPCError("NOT_FOUND");
      return plainArticle(article, {});
    }),
};

export async function start(port: number): Promise<void> {
  const handler = new OpenAPIHandler(router);
  const server = createServer(async (request, response) => {
    const { matched } = await handler.handle(request, response, { prefix: "/api" });
    if (!matched) response.writeHead(404).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
