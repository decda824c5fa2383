import type { Program } from "./trestle-program.js";

/** `used` declares and calls commands of Trestle. `schemas` declares only their schemas: what is left is Zod's own share. */
export type Commands = "used" | "schemas";

/**
 * A program of two resources and `count` commands. Each command has an input of two members, returns rows with an include,
 * declares an error and what it affects, and is called once with its include. It must not shrink, because the limit is for
 * this one.
 */
export function commandProgram(count: number, commands: Commands): Program {
  const all = Array.from({ length: count }, (_, index) => index);
  return new Map([
    ["tickets.ts", TICKETS],
    ["commands.ts", HEAD + all.map(commands === "used" ? command : schemas).join("")],
    [
      "api.ts",
      commands === "used"
        ? api(all)
        : `import "./commands.js";\n${API}tickets: tickets.routes(), users: users.routes() });\n${API_TYPE}`,
    ],
    ["client.ts", CLIENT + (commands === "used" ? all.map(call).join("") : "")],
  ]);
}

const TICKETS = `import { toMany, toOne, trestle } from "trestle";
import { z } from "zod";

export const t = trestle<{ readonly db: { readonly rows: readonly object[] } }>();
export const users = t.resource("users", {
  id: z.int(),
  attributes: { name: z.string() },
  relationships: { tickets: toMany("tickets") },
});
export const tickets = t.resource("tickets", {
  id: z.int(),
  attributes: { title: z.string(), created: z.date() },
  relationships: { author: toOne("users"), watchers: toMany("users") },
});
`;

const HEAD = `import { apiError } from "trestle";
import { z } from "zod";
import { tickets } from "./tickets.js";

const row = { id: 5, title: "", created: new Date(), author: 7 };
`;

function command(n: number): string {
  return `
class Failed${n} extends apiError({ status: 409, code: "failed_${n}", title: "Failed" }) {}
export const run${n} = tickets.command(
  {
    input: z.object({ into${n}: z.int(), note${n}: z.string().optional() }),
    returns: tickets,
    include: ["author"],
    errors: [Failed${n}],
    affects: ["users"],
  },
  async ({ id, input, include, ctx }) => {
    if (input.into${n} === id || include.author) throw new Failed${n}(input.note${n});
    return { ...row, id: ctx.db.rows.length };
  },
);
`;
}

/** The part of a command that is Zod's. */
function schemas(n: number): string {
  return `
export const input${n} = z.object({ into${n}: z.int(), note${n}: z.string().optional() });
`;
}

const API = `import { t, tickets, users } from "./tickets.js";

export const api = t.router({ `;
const API_TYPE = `type ApiType = typeof api;
export interface Api extends ApiType {}
`;

function api(all: readonly number[]): string {
  const names = all.map((n) => `run${n}`).join(", ");
  return `import { ${names} } from "./commands.js";
${API}tickets: tickets.routes().actions({ ${names} }), users: users.routes() });
${API_TYPE}`;
}

const CLIENT = `import { createClient } from "trestle/client";
import type { Api } from "./api.js";

const client = createClient<Api>({ url: "http://localhost" });
declare function show(...values: readonly (string | number | boolean | null | undefined | object)[]): void;
show(client);
`;

function call(n: number): string {
  return `{
  const { data, error } = await client.tickets.command
    .run${n}(5, { into${n}: 8 }, { include: ["author"] })
    .safe();
  if (error?.code === "failed_${n}") show(error.message);
  show(data?.title, data?.created, data?.author.name);
}
`;
}
