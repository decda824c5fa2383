import { toOne } from "trestle";
import { drizzleData, tableResource } from "trestle/drizzle";
import { t } from "../data.js";
import * as schema from "../schema.js";

// Its own `data`, because `articles.ts` has a source of the same resource.
const data = drizzleData({ db: "db", tables: schema });

const articles = tableResource(t, "articles", schema.articles, {
  pick: ["title"],
  relationships: { writer: toOne("users").nullable() },
});
const source = data.source(articles, {
  columns: { writer: schema.articles.author_id },
});
export const routes = source.routes({ getMany: { include: ["writer"] } });
