import { once } from "node:events";
import { createServer } from "node:http";
import fortune, { type FindOptions } from "fortune";
import fortuneHttp from "fortune-http";
import jsonApi from "fortune-json-api";
import { type Article, categories, type NewArticle, store, users } from "../data.js";

/** Rows as fortune wants them: what they refer to by its ids, and how many there are beside them. */
const recordOf = ({ author, categories, ...own }: Article) => ({
  ...own,
  author: author.id,
  categories: categories.map(({ id }) => id),
});
const counted = (rows: object[], count = rows.length) => Object.assign(rows, { count });

/** Fortune does not validate queries, and treats a limit that is not a number as absent. */
function requireSort(sort: object): void {
  const wrong = Object.keys(sort).filter((name) => name !== "title" && name !== "created_at");
  if (wrong.length > 0) throw new fortune.errors.BadRequestError(`sort: unknown field ${wrong.join()}.`);
}

const db = fortune(
  {
    article: {
      title: String,
      content: String,
      published: Boolean,
      created_at: Date,
      author: "user",
      categories: Array("category"),
    },
    user: { username: String, email: String },
    category: { name: String },
  },
  {
    adapter: [
      (Base) =>
        class extends Base {
          async connect() {}

          async find(type: string, ids: readonly number[] | null, options: FindOptions = {}) {
            if (type !== "article") {
              const all = type === "user" ? users : categories;
              return counted((ids ? ids.map((id) => all[id - 1]) : all).map((row) => ({ ...row })));
            }
            if (ids) return counted(ids.flatMap((id) => store.find(id) ?? []).map(recordOf));
            const { sort = {}, offset = 0, limit = 20, fields } = options;
            requireSort(sort);
            const { rows, total } = store.list({ offset, limit });
            return counted(
              rows.map((row) => pick(recordOf(row), fields)),
              total,
            );
          }

          async create(_type: string, records: readonly NewArticle[]) {
            return counted(records.flatMap((record) => store.create(record) ?? []).map(recordOf));
          }

          /** It tells both sides of every relationship, of which the data has one. */
          async update(_type: string, updates: readonly object[]) {
            return updates.length;
          }
        },
    ],
  },
);

function pick(record: object, fields: FindOptions["fields"]): object {
  if (fields === undefined) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name === "id" || fields[name]));
}

export async function start(port: number): Promise<void> {
  await db.connect();
  const listener = fortuneHttp(db, {
    serializers: [[jsonApi, { prefix: "/api", inflectKeys: false, jsonSpaces: 0 }]],
    settings: { useETag: false, useCompression: false },
  });
  const server = createServer((request, response) => void listener(request, response).catch(() => undefined));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
