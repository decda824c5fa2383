import { drizzle } from "drizzle-orm/pglite";
import { fetchHandler } from "trestle/fetch";
import { openapi } from "trestle/openapi";
import { Described } from "../../support/described.js";
import { startPglite } from "../../support/pglite.js";
import type { Target } from "./attack.js";
import { KEY_DDL, keyApi, keyTables, t } from "./key-api.js";
import { clip, IDS, keyRequestsOf } from "./key-requests.js";
import { MARKS, type Tenant } from "./marked-rows.js";

const described = new Described(openapi(keyApi, { info: { title: "Keys", version: "1.0.0" } }));

/** The rows of a tenant. @param isOther Other texts, links and rows under the same ids. */
function rowsOf(tenant: Tenant, isOther: boolean) {
  const mark = `${isOther ? "A " : ""}${MARKS[tenant]}`;
  const turn = isOther ? 1 : 0;
  const at = <T>(list: readonly T[], index: number) => list[(index + turn) % list.length] as T;
  const text = (name: string, index: number) => `${mark} ${name} ${at(["d", "b", "a", "c", "e", "f"], index)}`;
  const pairs = (count: number) => [...Array(count).keys()];
  return {
    people: IDS.people.map((id, index) => ({
      tenant,
      id,
      name: text("name", index),
      boss_id: index === 0 ? null : 1 + turn,
    })),
    docs: IDS.docs.map((id, index) => ({
      tenant,
      id,
      title: text("title", index),
      version: 1 + turn,
      author_id: index === 3 - turn ? null : at(IDS.people, index),
    })),
    clips: IDS.clips.map((id, index) => ({ tenant, id, url: text("url", index) })),
    tags: IDS.tags.map((id, index) => ({ tenant, id, label: text("label", index) })),
    docTags: pairs(5 - turn).map((index) => ({ tenant, doc: at(IDS.docs, index), tag: IDS.tags[index % 3] as string })),
    roles: pairs(4 - turn).map((index) => ({
      tenant,
      person_id: at(IDS.people, index),
      doc_id: IDS.docs[(index * 3) % 4] as string,
      grade: text("grade", index),
    })),
    seats: IDS.seats.map((no, index) => ({
      tenant,
      no,
      label: text("label", index),
      person_id: index === 2 ? null : at(IDS.people, index),
    })),
    notes: IDS.notes.map((id, index) => {
      const [kind, of] = at(
        [
          ["people", "1"],
          ["doc", "1"],
          ["doc", "a~b"],
          ["clips", clip(1)],
          ["people", "9"],
          [null, null],
        ],
        index,
      );
      const role =
        index < 3 ? { role_person: at(IDS.people, index), role_doc: IDS.docs[(index * 3) % 4] as string } : {};
      return {
        tenant,
        id,
        text: text("text", index),
        kind,
        of,
        doc_id: index % 3 === turn ? at(IDS.docs, index) : null,
        clip_id: index % 3 === 1 + turn ? at(IDS.clips, index) : null,
        ...role,
        seat_no: index % 2 === turn ? at(IDS.seats, index) : null,
      };
    }),
  };
}

/** The tables above. @param isOther Whether tenant 2 has other rows under its ids. */
export async function keyTarget(isOther = false): Promise<Target & { close(): Promise<unknown> }> {
  const client = await startPglite();
  await client.exec(KEY_DDL);
  const db = drizzle({ client });
  const serve = fetchHandler(keyApi, {
    context: t.context((request: Request) => ({ db, tenant: Number(request.headers.get("x-tenant")) })),
    onError: () => {},
  } as never);
  /** Every response must be as the API's description says. */
  const handle = async (request: Request) => {
    const response = await serve(request);
    const { pathname, search } = new URL(request.url);
    described.check(request.method, `${pathname}${search}`, response, await response.clone().text());
    return response;
  };
  const names = ["people", "docs", "clips", "tags", "doc_tags", "roles", "seats", "notes"];
  return {
    sharesIds: true,
    requestsOf: keyRequestsOf,
    first: "/notes",
    close: () => client.close(),
    reset: async () => {
      await client.exec(`truncate ${names.join(", ")}`);
      for (const rows of [rowsOf(1, false), rowsOf(2, isOther)]) {
        await db.insert(keyTables.people).values(rows.people);
        await db.insert(keyTables.docs).values(rows.docs);
        await db.insert(keyTables.clips).values(rows.clips);
        await db.insert(keyTables.tags).values(rows.tags);
        await db.insert(keyTables.docTags).values(rows.docTags);
        await db.insert(keyTables.roles).values(rows.roles);
        await db.insert(keyTables.seats).values(rows.seats);
        await db.insert(keyTables.notes).values(rows.notes);
      }
      return handle;
    },
    rowsOf: async (tenant) => {
      const lists = names.map(
        (name) => `(select json_agg(r order by r::text) from ${name} r where tenant = ${tenant})`,
      );
      return JSON.stringify(
        (await client.query(`select ${lists.map((list, index) => `${list} c${index}`).join()}`)).rows,
      );
    },
  };
}
