import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import sirv from "sirv";

/** Serves the page at every URL that the API does not have. */
export async function servePage(app: FastifyInstance, { isBuilt }: { isBuilt: boolean }): Promise<void> {
  const serve = isBuilt ? builtFiles("web/dist") : await sources(app);
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return reply.code(404).send();
    reply.hijack();
    serve(request.raw, reply.raw);
  });
}

/** For `npm start`: the files that `npm run build` wrote. A URL without a file has the page, too. */
function builtFiles(folder: string) {
  if (!existsSync(folder)) {
    console.error(`The folder ${folder} is missing. Run this first: npm run build`);
    process.exit(1);
  }
  return sirv(folder, {
    single: true,
    etag: true,
    gzip: true, // the build writes the compressed files
    // The build puts a hash of its contents into the name of each asset, so browsers may keep them.
    setHeaders: (response, path) =>
      response.setHeader("cache-control", path.startsWith("/assets/") ? "max-age=31536000, immutable" : "no-cache"),
  });
}

/** For `npm run dev`: what Vite makes of `web/src`, again after each change. */
async function sources(app: FastifyInstance) {
  const { createServer } = await import("vite"); // production can do without it
  const server = { middlewareMode: true, ws: { server: app.server } } as const;
  const vite = await createServer({ root: "web", logLevel: "warn", server });
  app.addHook("preClose", () => vite.close()); // its connections to pages would keep the server open
  return vite.middlewares;
}
