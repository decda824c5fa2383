// What the buttons of the playground put into the editor.

export const WRITE = `const article = await client.articles.create({
  title: \`A bridge opens at \${new Date().toLocaleTimeString()}\`,
  content: "The first people crossed it this morning.",
  author: 1,
  published: true,
});`;

export const FAIL = `const { data, error } = await client.articles
  .create({
    title: "",
    content: "…",
    author: 1,
    published: true,
  })
  .safe();

error?.status === 422 ? error.fields : data;`;

export const COMMAND = `const article = await client.articles.command.publish(3);

article.published;`;

export const CONFLICT = `const article = await client.articles.get(1);
await client.articles.update(article, {
  content: "Ann saves first.",
});

// Bob still holds what he read before.
const { data, error } = await client.articles
  .update(article, { content: "Bob saves, too." })
  .safe();
error?.status === 412 ? error.message : data;`;

/** A call of the API that added-field.ts makes. */
export const ADD_FIELD = `// The API has a new field: see the tab "The API".
const article = await client.articles.create({
  title: \`A bridge opens at \${new Date().toLocaleTimeString()}\`,
  content: "The first people crossed it this morning.",
  author: 1,
  published: true,
});

const { error } = await client.articles
  .update(article, { subtitle: "long ".repeat(20) })
  .safe();

const subtitle = {
  byDefault: article.subtitle,
  refused: error?.status === 422 && error.fields,
};`;

export const EXAMPLES: readonly string[] = [WRITE, COMMAND, FAIL, CONFLICT, ADD_FIELD];
