import { trestle } from "trestle";
import { fastifyPlugin } from "trestle/fastify";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { test } from "vitest";

const t = trestle();
const api = t.router({});
const info = { title: "Notes", version: "1" };

test("plain is switched on or off", () => {
  fetchHandler(api, { plain: true });
  fastifyPlugin(api, { plain: false });
  openapi(api, { info, plain: true });
  // @ts-expect-error it is not a media type
  fetchHandler(api, { plain: "application/json" });
  // @ts-expect-error nor the types that it is for
  fastifyPlugin(api, { plain: ["notes"] });
  // @ts-expect-error nor a media type here
  openapi(api, { info, plain: "application/json" });
});
