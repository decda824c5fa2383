import { expect, test } from "vitest";
import { respond, toEnvelope } from "./response.js";

test("respond holds data and what stands beside it", () => {
  const options = { included: { users: [] }, links: { next: { page: 3 } }, meta: { took: 1 }, total: 7, hasMore: true };
  expect(respond([1], options)).toMatchObject({ data: [1], ...options });
  expect(respond.sparse([1], options)).toMatchObject({ data: [1], ...options });
  expect(respond(null)).toMatchObject({ data: null, total: undefined });
});

test("only its class distinguishes an envelope from a row", () => {
  const envelope = respond({ id: 1 });
  expect(toEnvelope(envelope)).toBe(envelope);
  const row = { data: { id: 1 }, included: {}, links: {}, meta: {}, total: 1 };
  expect(toEnvelope(row).data).toBe(row);
  for (const data of [null, undefined, [], 0, ""]) expect(toEnvelope(data).data).toBe(data);
});

test("respond adds to the response of another operation or of a source", () => {
  const envelope = respond([1], { links: { help: "/help" }, meta: { took: 1 }, total: 7 });
  const more = respond(envelope, { included: { users: [{ id: 7 }] }, meta: { cached: true } });
  const expected = {
    links: { help: "/help" },
    meta: { took: 1, cached: true },
    included: { users: [{ id: 7 }] },
    total: 7,
  };
  expect(more).toEqual(respond([1], expected));
  const cursors = { next: "b", prev: null };
  const page = respond([1], { cursors, total: 7 });
  expect(respond(page, { meta: { took: 1 } })).toEqual(respond([1], { cursors, total: 7, meta: { took: 1 } }));
});
