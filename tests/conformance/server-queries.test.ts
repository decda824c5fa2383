import { expect } from "vitest";
import { describeAdapters } from "../support/adapters.js";
import { proves } from "../support/conformance/proves.js";
import { survey } from "../support/conformance/survey.js";

describeAdapters("query parameters", (newsroom) => {
  const send = newsroom.send.bind(newsroom);

  proves(
    ["query-parameters-bad-request"],
    "an unknown parameter is a 400 on every kind of operation, with any name",
    async () => {
      const names = [
        "nope",
        "camelCase",
        "x-y",
        "a[b]",
        "Sort",
        "filter",
        "filter[x]",
        "page[size]",
        "fields[x]",
        "trestle:x",
        "_",
        "%20",
      ];
      for (const name of names) {
        expect([name, (await send(`GET /articles?${encodeURI(name)}=1`)).status]).toEqual([name, 400]);
      }
      const body = { data: { type: "articles", id: "1" } };
      for (const line of [
        "GET /articles/1",
        "DELETE /articles/1",
        "GET /articles/1/author",
        "GET /articles/1/relationship/author",
      ])
        expect([line, (await send(`${line}?nope=1`)).status]).toEqual([line, 400]);
      expect((await send("PATCH /articles/1?nope=1", { body })).status).toBe(400);
      expect(newsroom.store.articles.has(1)).toBe(true);
    },
  );

  proves(
    ["query-parameter-parsing"],
    "queries are read as forms are: percent-encoding in either case, a plus for a space, empty parts for nothing",
    async () => {
      const seen = async (query: string) => {
        await send(`GET /articles?${query}`);
        return newsroom.store.last.extra.custom_thing;
      };
      expect(await seen("custom_thing=a+b%20c")).toBe("a b c");
      expect(await seen("custom%5fthing=%c3%bc%C3%9C%2B%26%3D")).toBe("üÜ+&=");
      expect(await seen("&&custom_thing=x&")).toBe("x");
      expect(await seen("custom_thing=a=b")).toBe("a=b");
      expect(await seen("custom_thing")).toBe("");
      expect(await seen("custom_thing=100%25")).toBe("100%");
    },
  );

  proves(
    ["query-brackets-unencoded", "query-brackets-equivalent"],
    "brackets may be left unencoded, which means the same",
    async () => {
      const paths = [
        "filter[title][contains]=Zod",
        "filter%5Btitle%5D%5Bcontains%5D=Zod",
        "filter%5btitle][contains%5d=Zod",
      ];
      const [raw, encoded, mixed] = await Promise.all(paths.map((query) => send(`GET /articles?${query}`)));
      expect(raw!.data).toHaveLength(13);
      expect(encoded!.data).toEqual(raw!.data);
      expect(mixed!.data).toEqual(raw!.data);
      expect((await send(`GET /articles?${paths[0]}&${paths[1]}`)).errors[0].code).toBe("duplicate_parameter");
    },
  );

  proves(
    ["query-parameter-serializing"],
    "links hold every parameter of the request, its name encoded, and mean the same when they are followed",
    async () => {
      const query = "custom_thing=%c3%bc+%26+x&filter[title][contains]=%5B%5D&page[limit]=1&sort=-title,created_at";
      const { document } = await send(`GET /articles?${query}`);
      const before = newsroom.store.last;
      expect(document.links.self).not.toMatch(/[[\]\s"<>]/);
      const again = await send(`GET ${document.links.self.replace("/api", "")}`);
      expect(again.document).toEqual(document);
      const { filter, sort, page, extra } = newsroom.store.last;
      expect({ filter, sort, page, extra }).toEqual({
        filter: before.filter,
        sort: before.sort,
        page: before.page,
        extra: before.extra,
      });
      for (const { document: each } of await survey(newsroom)) {
        for (const link of Object.values(each.links ?? {})) expect(String(link)).not.toMatch(/[[\]\s"<>]/);
      }
    },
  );
});
