import {
  ApiErrors,
  apiError,
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  json,
  NotFound,
  PreconditionFailed,
  ServiceUnavailable,
  TooManyRequests,
  toOne,
  Unauthorized,
  UnprocessableContent,
} from "trestle";
import { z } from "zod";
import { t } from "./trestle.js";

class Teapot extends apiError({ status: 418, code: "teapot", title: "I am a teapot" }) {}

/** The mistakes of handlers, by the requested id. */
export const faults = t.resource("faults", {
  id: z.string(),
  attributes: { name: z.string(), since: z.date() },
  relationships: { user: toOne("users") },
  createFields: ["name", "user"],
});

const since = new Date(0);

/** Thrown, or returned: what a handler's type does not allow is what is tried here. */
const FAULTS: Readonly<Record<string, (id: string) => unknown>> = {
  fine: (id) => ({ id, name: "Fine", since, user: 1, secret: "undeclared" }),
  BadRequest: () => new BadRequest("Said badly."),
  Unauthorized: () => new Unauthorized(undefined, { headers: { "www-authenticate": "Bearer" } }),
  Forbidden: () => new Forbidden(),
  NotFound: () => new NotFound(),
  Conflict: () => new Conflict("Taken.", { meta: { holder: 7 } }),
  Gone: () => new Gone(),
  PreconditionFailed: () => new PreconditionFailed(),
  UnprocessableContent: () => new UnprocessableContent("No.", { source: { pointer: "/data/attributes/name" } }),
  TooManyRequests: () => new TooManyRequests("Slow down.", { headers: { "retry-after": "30" } }),
  ServiceUnavailable: () => new ServiceUnavailable("Later."),
  Teapot: () => new Teapot("Short and stout."),
  several: () => new ApiErrors([new Conflict("One.", { field: "name" }), new Conflict("Two.", { field: "user" })]),
  mixed: () => new ApiErrors([new Conflict("One."), new BadRequest("Two.")]),
  error: () => new Error("The database password is hunter2."),
  string: () => "hunter2",
  nothing: () => undefined,
  abort: () => new DOMException("hunter2", "AbortError"),
  like: () => Object.assign(new Error("hunter2"), { status: 404, statusCode: 404, code: "not_found" }),
  noRow: () => ({ return: undefined }),
  nullRow: () => ({ return: null }),
  list: () => ({ return: [] }),
  wrongDate: (id) => ({ return: { id, name: "Fine", since: "1970-01-01", user: 1 } }),
  missingAttribute: (id) => ({ return: { id, since, user: 1 } }),
  missingRelationship: (id) => ({ return: { id, name: "Fine", since } }),
  nullRelationship: (id) => ({ return: { id, name: "Fine", since, user: null } }),
  wrongId: () => ({ return: { id: 7, name: "Fine", since, user: 1 } }),
  missingInclude: (id) => ({ return: { id, name: "Fine", since, user: 1 } }),
};

const getFault = faults.getOne({ include: ["user"], errors: [Teapot] }, ({ id }) => {
  const fault = FAULTS[id];
  if (fault === undefined || !Object.hasOwn(FAULTS, id)) throw new NotFound(`No fault has the id ${id}.`);
  const result = fault(id) as { return?: never; id?: never };
  if (typeof result === "object" && "return" in result) return result.return as never; // wrong on purpose
  if (typeof result === "object" && "id" in result) return result as never; // likewise
  throw result;
});

const createFault = faults.createOne(({ input }) => {
  const errors = [
    new UnprocessableContent("Is profane.", { field: "name" }),
    new UnprocessableContent("Is unknown.", { field: "user" }),
  ];
  if (errors.length > 0) throw new ApiErrors(errors);
  return { id: "new", since, ...input };
});

/** Answers when the client has gone, and says so. */
const wait = faults.rpc("wait", { method: "GET" }, async ({ signal, ctx }) => {
  await waitForAbort(signal, () => ctx.store.trace.push("waiting"));
  ctx.store.trace.push("aborted");
  return new Response("too late");
});

const getWait = faults.getRelated("user", async ({ id, signal, ctx }) => {
  if (id === "slow") {
    ctx.store.trace.push("slow begins");
    await new Promise((resolve) => setTimeout(resolve, 150));
    ctx.store.trace.push("slow ends");
  } else {
    await waitForAbort(signal, () => ctx.store.trace.push("waiting"));
    ctx.store.trace.push("aborted");
  }
  return { id: 1, username: "ann", email: "ann@example.com" };
});

function waitForAbort(signal: AbortSignal, begun: () => void): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
    begun();
  });
}

const breakIt = faults.rpc("break", async ({ id, request }) => {
  if (id === "error") throw new Error("hunter2");
  if (id === "json") return json(await request.json());
  return undefined as unknown as Response; // wrong on purpose
});

export const faultRoutes = faults.routes(getFault, createFault, wait, getWait, breakIt);
