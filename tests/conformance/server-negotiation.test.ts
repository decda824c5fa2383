import { expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";
import { survey } from "../support/conformance/survey.js";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";

const UNKNOWN = `${MEDIA_TYPE}; ext="https://example.com/unknown"`;
const edit = { data: { type: "articles", id: "1", attributes: { title: "Edited" } } };

describeAdapters("content negotiation", (newsroom) => {
  const get = (accept?: string) => newsroom.raw("GET /articles/1", { headers: { accept } });
  const patch = (contentType: string, body: object = edit) =>
    newsroom.raw("PATCH /articles/1", { body, headers: { "content-type": contentType } });
  const title = () => newsroom.store.articles.get(1)?.title;

  proves(
    ["media-type-parameters", "payload-content-type"],
    "every document leaves as JSON:API's media type, without a parameter that the standard does not know",
    async () => {
      for (const { line, headers } of await survey(newsroom)) {
        expect([line, headers["content-type"]]).toEqual([line, MEDIA_TYPE]);
      }
    },
  );

  proves(["response-unsupported-media-type"], "another parameter than ext and profile is a 415", async () => {
    for (const parameter of ["charset=utf-8", "version=1.1", 'profile="https://example.com/p"; q=1']) {
      expect((await patch(`${MEDIA_TYPE}; ${parameter}`)).status).toBe(415);
      const headers = { "content-type": `${MEDIA_TYPE}; ${parameter}` };
      expect((await newsroom.raw("GET /articles/1", { headers })).status).toBe(415);
    }
    expect(title()).toBe("Learning Zod 1");
  });

  proves(
    ["unsupported-extension", "media-type-parameter-values"],
    "ext is a list of URIs, one unknown among which is a 415",
    async () => {
      expect((await patch(UNKNOWN)).status).toBe(415);
      expect((await patch(`${MEDIA_TYPE}; ext="urn:trestle:fields https://example.com/unknown"`)).status).toBe(415);
      expect((await patch(`${MEDIA_TYPE}; ext="urn:trestle:fields,urn:trestle:fields"`)).status).toBe(415);
      expect(title()).toBe("Learning Zod 1");
      expect((await patch(`${MEDIA_TYPE}; ext="urn:trestle:fields urn:trestle:fields"`)).status).toBe(200);
    },
  );

  proves(
    ["response-not-acceptable", "accept-ignored-instances"],
    "instances with other parameters are ignored, and where there are no others it is a 406",
    async () => {
      expect((await get(`${MEDIA_TYPE}; charset=utf-8`)).status).toBe(406);
      expect((await get(`${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}; version=1`)).status).toBe(406);
      expect((await get(`${MEDIA_TYPE}; charset=utf-8, */*`)).status).toBe(406);
      expect((await get(`${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE}`)).status).toBe(200);
      const extended = await get(`${MEDIA_TYPE}; charset=utf-8, ${EXTENDED}`);
      expect(extended.headers["content-type"]).toBe(EXTENDED);
    },
  );

  proves(["accept-unsupported-extensions"], "instances of which each has an unknown extension are a 406", async () => {
    expect((await get(UNKNOWN)).status).toBe(406);
    expect((await get(`${UNKNOWN}, ${MEDIA_TYPE}; ext="urn:trestle:fields urn:other"`)).status).toBe(406);
    expect((await get(`${UNKNOWN}, ${MEDIA_TYPE}`)).status).toBe(200);
  });

  proves(
    ["applied-profiles", "requested-profiles"],
    "the server applies its profile where Accept asks for it, and Content-Type names it",
    async () => {
      const profiled = `${MEDIA_TYPE}; profile="urn:trestle:rich"`;
      const { status, headers, text } = await get(profiled);
      expect([status, headers["content-type"]]).toEqual([200, profiled]);
      expect(JSON.parse(text).meta.trestle).toEqual({ rich: { articles: { created_at: ["Date"] } } });
    },
  );

  proves(["unknown-profiles"], "a profile that nobody knows is ignored, in both headers", async () => {
    const profiled = `${MEDIA_TYPE}; profile="https://example.com/p https://example.com/q"`;
    const { status, headers } = await get(profiled);
    expect([status, headers["content-type"]]).toEqual([200, MEDIA_TYPE]);
    expect((await patch(profiled)).status).toBe(200);
    expect(title()).toBe("Edited");
  });

  proves(["applied-extensions"], "an answer names the extension exactly where the client asked for it", async () => {
    expect((await get(EXTENDED)).headers["content-type"]).toBe(EXTENDED);
    expect((await get(MEDIA_TYPE)).headers["content-type"]).toBe(MEDIA_TYPE);
    expect((await get()).headers["content-type"]).toBe(MEDIA_TYPE);
  });

  proves(
    ["jsonapi-object-no-negotiation"],
    "the extension is on by the media type alone: what the jsonapi object says of it changes nothing",
    async () => {
      const jsonapi = { version: "1.1", ext: ["urn:trestle:fields", "https://example.com/unknown"] };
      const data = { type: "articles", id: "1", "trestle:fields": { title: "By extension" } };
      expect((await patch(MEDIA_TYPE, { jsonapi, data })).status).toBe(200);
      expect(title()).toBe("Learning Zod 1");
      expect((await patch(EXTENDED, { jsonapi: { version: "1.0" }, data })).status).toBe(200);
      expect(title()).toBe("By extension");
    },
  );

  proves(["vary-accept"], "every answer varies by Accept, also those without a document", async () => {
    for (const { line, headers } of await survey(newsroom)) expect([line, headers.vary]).toEqual([line, "Accept"]);
    expect((await newsroom.raw("DELETE /articles/1")).headers.vary).toBe("Accept");
    expect((await get(UNKNOWN)).headers.vary).toBe("Accept");
  });

  proves(
    ["extension-lessens-nothing"],
    "a plain document is held to the same rules where the extension is named",
    async () => {
      const judged = async (data: object) => {
        const [plain, extended] = [await patch(MEDIA_TYPE, { data }), await patch(EXTENDED, { data })];
        expect([extended.status, extended.text]).toEqual([plain.status, plain.text]);
        return plain.status;
      };
      const id = { type: "articles", id: "1" };
      expect(await judged({ ...id, attributes: { title: "" } })).toBe(422);
      expect(await judged({ ...id, attributes: { titel: "" } })).toBe(422);
      expect(await judged({ ...id, relationships: { author: { data: "1" } } })).toBe(422);
      expect(await judged({ ...id, type: "users" })).toBe(409);
      expect(await judged({ type: "articles" })).toBe(400);
      expect(await judged({ ...id, relationships: { author: { data: { type: "users", id: "99" } } } })).toBe(404);
    },
  );

  proves(
    ["extension-namespace", "extension-member-names"],
    "the members of the extension stand under its one namespace, and nothing else of a document changes",
    async () => {
      const data = { type: "articles", id: "1", fields: { title: "1" }, "other:fields": { title: "2" } };
      expect((await patch(EXTENDED, { data })).status).toBe(200);
      expect(title()).toBe("Learning Zod 1");
      await patch(EXTENDED, { data: { ...data, "trestle:fields": { title: "3" } } });
      expect(title()).toBe("3");
    },
  );
});
