import { handle } from "./handler.js";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(options: { port: number; hostname: string }, handler: typeof handle): void;
};

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1" }, handle);
