import jsonApi, { type Asked, type Handlers } from "jsonapi-server";
import { type Article, categories, store, users } from "../data.js";

const { Joi } = jsonApi;

interface Identifier {
  readonly type: string;
  readonly id: string;
}

const identifier = (type: string, id: number): Identifier => ({ type, id: `${id}` });

const rowOf = ({ id, author, categories, ...own }: Article) => ({
  ...own,
  ...identifier("articles", id),
  author: identifier("users", author.id),
  categories: categories.map(({ id }) => identifier("categories", id)),
});

/** Asked for by its own means, between a create and its answer. */
let created: Article | undefined;

const articleHandlers: Handlers = {
  ready: true,
  initialise() {},
  search({ params: { sort, page = { offset: 0, limit: 20 } } }, done) {
    const { rows, total } = store.list({ sort, ...page });
    done(null, rows.map(rowOf), total);
  },
  find: finding((id) => {
    const article = id === created?.id ? created : store.find(id);
    return article && rowOf(article);
  }),
  create(_request, { title, content, published, author, categories }, done) {
    created = store.create({
      title: title as string, // of the kinds that are declared below
      content: content as string,
      published: published as boolean,
      author: Number((author as Identifier).id),
      categories: (categories as readonly Identifier[]).map(({ id }) => Number(id)),
    });
    if (created === undefined) done(NOT_FOUND);
    else done(null, rowOf(created));
  },
};

const NOT_FOUND = { status: "404", code: "ENOTFOUND", title: "Not found", detail: "Not found" };

function finding(rowById: (id: number) => object | undefined): Handlers["find"] {
  return ({ params: { id = "" } }, done) => {
    const row = rowById(Number(id));
    if (row === undefined) done(NOT_FOUND);
    else done(null, row);
  };
}

/** What articles refer to: it asks for several at once by a filter. */
function handlersOf(type: string, all: readonly object[]): Handlers {
  const rowById = (id: number) => all[id - 1] && { ...all[id - 1], ...identifier(type, id) };
  return {
    ready: true,
    initialise() {},
    find: finding(rowById),
    search({ params: { filter } }: Asked, done) {
      const rows = [filter?.id ?? []].flat().map((id) => rowById(Number(id)) ?? {});
      done(null, rows, rows.length);
    },
  };
}

export async function start(port: number): Promise<void> {
  jsonApi.setConfig({ graphiql: false, protocol: "http", hostname: "127.0.0.1", port, base: "api", meta: {} });
  const common = { namespace: "json:api", description: "", searchParams: {} };
  jsonApi.define({
    ...common,
    resource: "articles",
    handlers: articleHandlers,
    generateId: false,
    attributes: {
      id: Joi.string(),
      title: Joi.string().min(1).max(200),
      content: Joi.string(),
      published: Joi.boolean(),
      created_at: Joi.date(),
      author: Joi.one("users"),
      categories: Joi.many("categories"),
    },
  });
  jsonApi.define({
    ...common,
    resource: "users",
    handlers: handlersOf("users", users),
    attributes: { username: Joi.string(), email: Joi.string() },
  });
  jsonApi.define({
    ...common,
    resource: "categories",
    handlers: handlersOf("categories", categories),
    attributes: { name: Joi.string() },
  });
  jsonApi.start();
}
