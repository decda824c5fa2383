import { elysiaProgram } from "./peers/elysia.js";
import { honoProgram } from "./peers/hono.js";
import { interfacesProgram } from "./peers/interfaces.js";
import { orpcProgram } from "./peers/orpc.js";
import { trpcProgram } from "./peers/trpc.js";
import { tsRestProgram } from "./peers/ts-rest.js";
import { zodProgram } from "./peers/zod.js";
import { type Program, trestleProgram } from "./trestle-program.js";

export interface Contender {
  readonly name: string;
  readonly title: string;
  readonly program: (count: number) => Program;
  /** What stands before the cursor in the list that a client asks for, where names are completed. */
  readonly cursor: (type: string) => string;
  /** Its client has a mistake in each call. */
  readonly mistyped?: true;
}

export const contenders: readonly Contender[] = [
  {
    name: "trestle",
    title: "Trestle",
    program: trestleProgram,
    cursor: (type) => `client.${type}\n    .list()\n    .filter({ `,
  },
  {
    name: "trestle-mistyped",
    title: "Trestle, a mistake in each call",
    program: (count) => trestleProgram(count, "mistyped"),
    cursor: (type) => `client.${type}\n    .list()\n    .filter({ `,
    mistyped: true,
  },
  {
    name: "interfaces",
    title: "interfaces by hand",
    program: interfacesProgram,
    cursor: (type) => `client.${type}.getMany({ `,
  },
  { name: "zod", title: "the Zod schemas alone", program: zodProgram, cursor: (type) => `client.${type}.getMany({ ` },
  { name: "orpc", title: "oRPC", program: orpcProgram, cursor: (type) => `client.${type}.getMany({ ` },
  { name: "trpc", title: "tRPC 11", program: trpcProgram, cursor: (type) => `client.${type}.getMany.query({ ` },
  {
    name: "elysia",
    title: "elysia, grouped",
    program: elysiaProgram,
    cursor: (type) => `client.${type}.get({ query: { `,
  },
  {
    name: "ts-rest",
    title: "ts-rest",
    program: tsRestProgram,
    cursor: (type) => `client.${type}.getMany({ query: { `,
  },
  { name: "hono", title: "hono", program: honoProgram, cursor: (type) => `client.${type}.$get({ query: { ` },
];
