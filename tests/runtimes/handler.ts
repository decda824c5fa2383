import { fetchHandler } from "trestle/fetch";
import { api } from "../support/newsroom/api.js";
import { Store } from "../support/newsroom/store.js";
import { t } from "../support/newsroom/trestle.js";
import { clientSession } from "./client-session.js";

let store = new Store();

const serve = fetchHandler(api, {
  prefix: "/api",
  context: t.context((request) => ({ store, user: request.headers.get("authorization") ?? undefined })),
  onError: () => {}, // the newsroom's own, asked for
});

/** The newsroom, as each runtime serves it. `/reset` brings back its first rows; at `/client` a client runs in the runtime itself. */
export async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/reset") store = new Store();
  if (pathname === "/client") return Response.json(await clientSession(serve));
  return pathname.startsWith("/api") ? serve(request) : new Response("ready");
}
