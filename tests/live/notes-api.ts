import type { Router } from "trestle";
import { Forbidden, respond, toMany, toOne, trestle, Unauthorized } from "trestle";
import { z } from "zod";
import type { RoutesRecord } from "../../src/define/types/routes.js";

/** An API with a write of each kind. */
export function notesApi() {
  const t = trestle();
  const users = t.resource("users", { id: z.int32(), attributes: { name: z.string() } });
  const notes = t.resource("notes", {
    id: z.int32(),
    attributes: { text: z.string(), stars: z.int(), pin: z.string().optional() },
    relationships: { author: toOne("users"), readers: toMany("users") },
    createFields: ["text", "stars", "author"],
    editFields: ["text", "stars", "author", "pin"],
    writeOnly: ["pin"],
  });
  const row = { id: 7, text: "Hello", stars: 1, author: 1, readers: [] };
  const routes = notes
    .routes(
      notes.getOne(({ id }) => ({ ...row, id })),
      notes.createOne({ affects: ["users"] }, ({ input }) => respond({ ...row, ...input })),
      notes.editOne(({ id }) => {
        if (id === 13) throw new Forbidden("Not this one.");
        return { ...row, id };
      }),
      notes.deleteOne(() => {}),
      notes.editRelationship("author", () => {}),
      notes.addToRelationship("readers", () => {}),
      notes.rpc("ring", ({ id }) => new Response(null, { status: id === 13 ? 400 : 204 })),
      notes.rpc("peek", { method: "GET" }, () => new Response("{}")),
    )
    .actions({
      close: notes.command({ affects: ["users"] }, () => {}),
      fail: notes.command(() => {
        throw new Forbidden("No.");
      }),
      stats: notes.query({ output: z.int() }, () => 1),
      clean: notes.collection.command(() => {}),
      count: notes.collection.command({ affects: [] }, () => {}),
    });
  const notify = t.command({ affects: ["users"] }, () => {});
  const ping = t.command(() => {});
  return t.router({ notes: routes, users: users.routes() }, { actions: { notify, ping } });
}

export interface Context {
  readonly tenant: string;
  readonly isAdmin: boolean;
}

type Headers = { get(name: string): string | null } | Readonly<Record<string, unknown>>;

/** A header of a Fastify request or of a Fetch request. */
export function headerOf({ headers }: { readonly headers: Headers }, name: string): string | undefined {
  const value = typeof headers.get === "function" ? headers.get(name) : (headers as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}

/** The context of both adapters: the tenant is in a header, and required. */
export function contextOf(request: { readonly headers: Headers }): Context {
  const tenant = headerOf(request, "tenant");
  if (tenant === undefined) throw new Unauthorized("Who are you?");
  return { tenant, isAdmin: headerOf(request, "admin") === "yes" };
}

/** The type that the servers of tests take. It has no room for actions of the API. */
export function plain(api: object): Router<RoutesRecord, false> {
  return api as Router<RoutesRecord, false>;
}
