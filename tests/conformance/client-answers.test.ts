import { createClient, NotFound, Unexpected } from "trestle/client";
import { expect } from "vitest";
import { fetchServer } from "../support/fetch-server.js";
import type { AddressInfo } from "node:net";
import type { Api } from "../support/newsroom/api.js";
import { proves } from "../support/conformance/proves.js";
import { MEDIA_TYPE } from "../support/media-type.js";

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly body?: unknown;
}

/** A client of a server that answers, over HTTP, what no Trestle server would. */
async function against<T>(replies: readonly Reply[], run: (client: ReturnType<typeof make>, requests: Request[]) => T) {
  const requests: Request[] = [];
  const server = fetchServer(async (request) => {
    const { status = 200, type = MEDIA_TYPE, body } = replies[requests.length] ?? {};
    requests.push(request);
    const text = body === undefined ? null : JSON.stringify(body);
    return new Response(text, { status, headers: text === null ? {} : { "content-type": type } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await run(make(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`), requests);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const make = (url: string) => createClient<Api>({ url });
const article = { type: "articles", id: "1", attributes: { title: "One" } };
const read = { type: "articles", id: "1", title: "One" };

proves(
  ["response-ignore-parameters", "media-type-parameters"],
  "parameters of an answer's media type are ignored, whichever they are",
  async () => {
    for (const type of [
      `${MEDIA_TYPE}; charset=utf-8`,
      `${MEDIA_TYPE};version=2`,
      `${MEDIA_TYPE}; profile="https://example.com/p"`,
    ]) {
      await against([{ type, body: { data: article } }], async (client) => {
        expect(await client.articles.get(1)).toEqual(read);
      });
    }
  },
);

proves(
  ["ignore-additional-members", "jsonapi-object-no-negotiation"],
  "members that the standard does not know are ignored, and so is what the jsonapi object says",
  async () => {
    const extra = { unknown: 1, "other:member": [] };
    const author = { ...extra, data: { type: "users", id: "7", ...extra } };
    const user = { type: "users", id: "7", ...extra, attributes: { username: "ann" } };
    const jsonapi = { version: "9.9", ext: ["https://example.com/unknown"], ...extra };
    const body = { ...extra, jsonapi, data: { ...article, ...extra, relationships: { author } }, included: [user] };
    await against([{ body }, { body }], async (client) => {
      expect(await client.articles.get(1)).toEqual({ ...read, author: { type: "users", id: "7" } });
      expect(await client.articles.get(1, { include: ["author"] })).toEqual({
        ...read,
        author: { type: "users", id: "7", username: "ann" },
      });
    });
  },
);

proves(
  ["member-name-at-members-ignore-for-definitions"],
  "@-Members are ignored: they are no attributes, no relationships, and nothing to join",
  async () => {
    const at = { "@context": "https://schema.org" };
    const relationships = { "@graph": { data: { type: "users", id: "9" } }, author: { data: null, ...at } };
    const body = { ...at, data: { ...article, ...at, attributes: { ...article.attributes, ...at }, relationships } };
    await against([{ body }, { body: { ...body, data: [body.data], included: [] } }], async (client) => {
      expect(await client.articles.get(1)).toEqual({ ...read, author: null });
      expect([...(await client.articles.list())]).toEqual([{ ...read, author: null }]);
    });
  },
);

proves(["member-name-case"], "names of an answer are told apart by case", async () => {
  const data = { ...article, attributes: { title: "One", Title: "Two" }, Relationships: { author: { data: null } } };
  await against([{ body: { data } }], async (client) => {
    expect(await client.articles.get(1)).toEqual({ ...read, Title: "Two" });
  });
});

proves(
  ["top-level-links-members", "link-object-href", "link-relation-type"],
  "a link is followed by its name, be it a string or a link object, and null leads nowhere",
  async () => {
    const page = (links: object) => ({ body: { data: [article], links } });
    const object = { href: "/api/articles?page=3", rel: "prev", title: "On", meta: {}, hreflang: ["de"] };
    await against(
      [page({ next: "/api/articles?page=2", prev: null }), page({ next: object }), page({ next: null })],
      async (client, requests) => {
        const first = await client.articles.list();
        expect([first.hasNext(), first.hasPrevious(), first.hasLast()]).toEqual([true, false, false]);
        const second = await first.getNext();
        const third = await second.getNext();
        expect(third.hasNext()).toBe(false);
        expect(requests.map(({ url }) => new URL(url).search)).toEqual(["", "?page=2", "?page=3"]);
      },
    );
  },
);

proves(["error-pointer-ignored"], "a pointer to nothing is ignored, and the client still gets the error", async () => {
  const errors = ["/data/nothing", "/nowhere/at/all", "no pointer", "", 7].map((pointer) => ({
    status: "422",
    code: "odd",
    detail: "Odd.",
    source: { pointer },
  }));
  await against([{ status: 422, body: { errors } }], async (client) => {
    const { error } = await client.articles.update(1, { title: "x" }).safe();
    expect(error).toMatchObject({ status: 422, code: "odd", message: expect.stringContaining("Odd.") });
    expect(Object.keys(error?.fields ?? { none: 1 })).toEqual([]);
  });
});

proves(
  [
    "fetch-responses-http-semantics",
    "fetch-relationships-http-semantics",
    "create-http-semantics",
    "update-resource-http-semantics",
    "update-relationship-http-semantics",
    "deleting-http-semantics",
  ],
  "the status decides about success: a 204 and a 202 are successes, and a 4xx with any document is an error",
  async () => {
    const done: Reply = { status: 204 };
    const accepted: Reply = { status: 202, body: { meta: {} } };
    await against([done, done, done, accepted], async (client) => {
      expect(await client.articles.delete(1)).toBeUndefined();
      expect(await client.articles.relationship(1, "author").set(null)).toBeUndefined();
      // A success without the resource that the call should give: the error says that the write may have been done.
      const { error } = await client.articles.update(1, { title: "x" }).safe();
      expect([error?.code, error?.response?.status]).toEqual(["malformed", 204]);
      expect(await client.articles.delete(1)).toBeUndefined();
    });
    const odd: Reply = { status: 404, body: { data: article } };
    const told: Reply = { status: 404, body: { errors: [{ status: "200", code: "not_found" }] } };
    await against([told, told, odd, { status: 500, body: { data: article } }], async (client) => {
      await expect(client.articles.get(1)).rejects.toBeInstanceOf(NotFound);
      await expect(client.articles.relationship(1, "author").get()).rejects.toBeInstanceOf(NotFound);
      await expect(client.articles.create({ title: "x", content: "", author: null })).rejects.toBeInstanceOf(
        Unexpected,
      );
      await expect(client.articles.get(1)).rejects.toBeInstanceOf(Unexpected);
    });
  },
);
