import { type ApiOf, Forbidden, type IdempotencyStore, memoryStore, offsetPage, toMany, toOne, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const t = trestle();

/** Writes of a resource with a version run in the router's transaction. */
const version = z.int();

function makeResources() {
  const users = t.resource("users", {
    id: z.int32(),
    attributes: { name: z.string(), version },
    relationships: { articles: toMany("articles") },
    createFields: ["name"],
    editFields: ["name"],
    version: "version",
  });
  const tags = t.resource("tags", {
    id: z.int32(),
    attributes: { label: z.string(), version },
    editFields: ["label"],
    version: "version",
  });
  const articles = t.resource("articles", {
    id: z.int32(),
    attributes: { title: z.string(), rank: z.int().default(0), version },
    relationships: { author: toOne("users").nullable(), tags: toMany("tags") },
    createFields: ["title", "rank", "author", "tags"],
    editFields: ["title", "rank", "author", "tags"],
    version: "version",
  });
  return { users, tags, articles };
}

type Resources = ReturnType<typeof makeResources>;

/** The rows with which every store begins. */
export const ROWS = {
  users: [1, 2, 3].map((id) => ({ id, name: `user ${id}`, version: 1 })),
  tags: [1, 2, 3].map((id) => ({ id, label: `tag ${id}`, version: 1 })),
  articles: [1, 2, 3, 4, 5].map((id) => ({
    id,
    title: `title ${id}`,
    rank: id,
    author: (id % 3) + 1,
    tags: [(id % 3) + 1],
    version: 1,
  })),
};

function inMemory({ users, tags, articles }: Resources) {
  const data = memoryData();
  return {
    userRows: data.source(users, { rows: ROWS.users, relationships: { articles: { by: "author" } } }),
    tagRows: data.source(tags, { rows: ROWS.tags }),
    articleRows: data.source(articles, { rows: ROWS.articles }),
    transaction: data.transaction,
    keys: memoryStore() as IdempotencyStore<object>,
  };
}

/** Makes the handlers of the resources. */
export type StoreOf = (resources: Resources) => ReturnType<typeof inMemory>;

/**
 * An API with a write of each kind. All its instances share the rows.
 *
 * @param store Keeps the rows. Default: in memory.
 */
export function sharedApi(store: StoreOf = inMemory) {
  const { users, tags, articles } = makeResources();
  const { userRows, tagRows, articleRows, transaction, keys } = store({ users, tags, articles });
  const idempotent = true; // such commands run in the transaction, too
  const include = ["author", "tags"] as const;
  const asked = {
    filter: {
      title__contains: z.string().optional(),
      rank__gte: z.int().optional(),
      author: articles.ref("author").nullable().optional(),
      author__name__contains: z.string().optional(),
      tags__none: z.array(z.int()).optional(),
      tags__none__label__contains: z.string().optional(),
      tags__count__gte: z.int().optional(),
    },
    sort: ["title", "rank", "author__name", "tags__count"],
  } as const;
  const listed = {
    ...asked,
    include: [...include, "author__articles__tags"],
    alternatives: 2,
    page: offsetPage({ limit: 3, maxLimit: 20 }),
  } as const;
  const editArticle = articles.editOne({ include }, articleRows.editOne);
  const articleRoutes = articles
    .routes(
      articles.getMany(listed, articleRows.getMany),
      articles.getOne({ include: listed.include }, articleRows.getOne),
      articles.createOne({ include }, articleRows.createOne),
      editArticle,
      articles.deleteOne(articleRows.deleteOne),
      articles.getRelated("author", articleRows.getRelated("author")),
      articles.getRelated(
        "tags",
        { filter: { label__contains: z.string().optional() }, sort: ["label"], included: true },
        articleRows.getRelated("tags"),
      ),
      articles.getRelationship("tags", articleRows.getRelationship("tags")),
      articles.editRelationship("author", articleRows.editRelationship("author")),
      articles.addToRelationship("tags", articleRows.addToRelationship("tags")),
      articles.removeFromRelationship("tags", articleRows.removeFromRelationship("tags")),
      articles.resetRelationship("tags", articleRows.resetRelationship("tags")),
    )
    .actions({
      promote: articles.command({ idempotent, input: z.object({ rank: z.int() }) }, async ({ id, input, ctx }) => {
        await editArticle({ ctx, id, input });
      }),
      retitle: articles.collection.command(
        { idempotent, input: z.object({ title: z.string() }) },
        async ({ input, ctx }) => {
          for (const id of [1, 2, 3]) await editArticle({ ctx, id, input }).catch(() => {}); // it may be deleted
        },
      ),
      refuse: articles.collection.command(
        { idempotent, input: z.object({ title: z.string() }) },
        async ({ input, ctx }) => {
          for (const id of [1, 2, 3]) await editArticle({ ctx, id, input }).catch(() => {});
          throw new Forbidden("After all, no."); // the transaction is rolled back
        },
      ),
    });
  return t.router(
    {
      articles: articleRoutes,
      users: users.routes(
        users.getMany({ sort: ["name"], include: ["articles__tags"] }, userRows.getMany),
        users.getOne({ include: ["articles__tags"] }, userRows.getOne),
        users.createOne(userRows.createOne),
        users.editOne(userRows.editOne),
        users.getRelated("articles", { ...asked, include: ["tags"], included: true }, userRows.getRelated("articles")),
        users.addToRelationship("articles", userRows.addToRelationship("articles")),
        users.resetRelationship("articles", userRows.resetRelationship("articles")),
      ),
      tags: tags.routes(tags.getMany(tagRows.getMany), tags.getOne(tagRows.getOne), tags.editOne(tagRows.editOne)),
    },
    { transaction, atomic: true, idempotency: { store: keys, caller: () => "anybody" } },
  );
}

export interface SharedApi extends ApiOf<ReturnType<typeof sharedApi>> {}
