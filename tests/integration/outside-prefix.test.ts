import { trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { expect, test } from "vitest";
import { z } from "zod";

const t = trestle();
const notes = t.resource("notes", { id: z.int32(), attributes: {} });
const handle = fetchHandler(t.router({ notes: notes.routes(notes.getOne(({ id }) => ({ id }))) }), { prefix: "/api" });

test.each(["/notes/1", "/apis/notes/1", "/", "/%61p/notes/1"])(
  "%s is outside the prefix: a 404 says where the API is",
  async (path) => {
    const response = await handle(new Request(`http://localhost${path}`));
    expect(response.status).toBe(404);
    const { errors } = await response.json();
    expect(errors).toEqual([
      expect.objectContaining({ detail: 'The path is outside the API, which is served below "/api".' }),
    ]);
  },
);

test("an encoded prefix is the prefix", async () => {
  expect((await handle(new Request("http://localhost/%61pi/notes/1"))).status).toBe(200);
});
