import { toMany } from "trestle";
import { z } from "zod";
import { articleQuery } from "./articles.js";
import { data } from "./data.js";
import { text } from "./text.js";
import { t } from "./trestle.js";

export const categories = t.resource("categories", {
  attributes: { name: text.min(1, "A category needs a name.").max(40, "A name has at most 40 characters.") },
  relationships: { articles: toMany("articles") },
  createFields: ["name"],
});

const source = data.source(categories, { violations: { categories_name_key: "Another category has this name." } });

export const categoryRoutes = source.routes({
  // A category has only a name, so `fields` has nothing to omit.
  getMany: { sort: ["name"], sparse: false },
  getOne: true,
  createOne: true,
  getRelated: {
    // A section shows what is published, or an editor's drafts, and never both: so it is required.
    articles: { ...articleQuery, filter: { ...articleQuery.filter, published: z.boolean() } },
  },
});
