import { once } from "node:events";
import { initTRPC, TRPCError } from "@trpc/server";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import superjson from "superjson";
import { store } from "../data.js";
import { getInput, listInput, newArticle } from "./schemas.js";
import { plainArticle } from "./shape.js";

export async function startTrpc(port: number, withSuperjson: boolean): Promise<void> {
  const t = withSuperjson ? initTRPC.create({ transformer: superjson }) : initTRPC.create();
  const router = t.router({
    articles: t.router({
      list: t.procedure.input(listInput).query(async ({ input }) => {
        const { rows, total } = store.list(input);
        return { data: rows.map((row) => plainArticle(row, input)), total };
      }),
      get: t.procedure.input(getInput).query(async ({ input }) => {
        const article = store.find(input.id);
        if (article === undefined) throw new TRPCError({ code: "NOT_FOUND" });
        return plainArticle(article, input);
      }),
      create: t.procedure.input(newArticle).mutation(async ({ input }) => {
        const article = store.create(input);
        if (article === undefined) throw new TRPCError({ code: "NOT_FOUND" });
        return plainArticle(article, {});
      }),
    }),
  });
  const server = createHTTPServer({ router, basePath: "/api/" });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
