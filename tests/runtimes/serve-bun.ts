import { handle } from "./handler.js";

declare const Bun: { serve(options: { port: number; hostname: string; fetch: typeof handle }): void };

Bun.serve({ port: Number(process.env.PORT), hostname: "127.0.0.1", fetch: handle });
