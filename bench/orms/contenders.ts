import pg from "pg";
import type { Contender } from "../sources/contender.js";
import { prisma } from "./prisma.js";
import { zenstack } from "./zenstack.js";

/** ORMs that are not among the dependencies of the repository's root. They share a pool of their own copy of pg. */
export function ormContenders(url: string): { readonly contenders: readonly Contender[]; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {}); // when the server stops
  return { contenders: [prisma(pool, "query"), prisma(pool, "join"), zenstack(pool)], close: () => pool.end() };
}
