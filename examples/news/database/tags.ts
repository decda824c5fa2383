import { count, eq } from "drizzle-orm";
import { respond } from "trestle";
import { tableResource } from "trestle/drizzle";
import { data, t } from "../data.js";
import * as schema from "../schema.js";

const tags = tableResource(t, "tags", schema.tags, { pick: ["name"] });
const source = data.source(tags, {});

const listTags = tags.getMany({ sort: ["name"] }, async (args) => {
  const articles = await args.ctx.db
    .select({ name: schema.tags.name, articles: count() })
    .from(schema.articleTags)
    .innerJoin(schema.tags, eq(schema.tags.id, schema.articleTags.tag_id))
    .groupBy(schema.tags.name)
    .orderBy(schema.tags.name);
  return respond(await source.getMany(args), { meta: { articles } });
});

export const tagRoutes = source.routes({ getOne: true }, listTags);
