import { sourceTestRows } from "trestle/source";

export type Tenant = 1 | 2;

/** The text that is in every column of a tenant's rows, and in every body that it sends. */
export const MARKS: Readonly<Record<Tenant, string>> = { 1: "ZQONE", 2: "ZQTWO" };

const markOf = (tenant: number) => MARKS[tenant as Tenant];
const { authors, posts, tags, comments } = sourceTestRows;

/** The rows of the contract tests, with marks, and with links across tenants as an old mistake could have left them. */
export const markedRows: typeof sourceTestRows = {
  ...sourceTestRows, // members and pins are for all tenants
  comments,
  authors: authors.map((row) => ({
    ...row,
    name: `${row.name} ${markOf(row.tenant)}`,
    email: `${markOf(row.tenant)}-${row.email}`,
  })),
  tags: tags.map((row) => ({ ...row, label: `${row.label} ${markOf(row.tenant)}` })),
  posts: posts.map((row) => {
    const mark = markOf(row.tenant);
    const parent = row.id === 2 || row.id === 4 ? 8 : row.parent;
    const tags = row.id === 16 ? ["a", "x"] : row.tags;
    return {
      ...row,
      title: `${mark} ${row.title}`,
      body: mark,
      note: mark,
      meta: { n: 0, deep: { list: [1, null] }, mark },
      parent,
      tags,
    };
  }),
};

/** The tenant of each row, by type and id. */
export function ownersOf(): Map<string, number> {
  const owners = new Map<string, number>();
  for (const { id, tenant } of markedRows.authors) owners.set(`authors ${id}`, tenant);
  for (const { id, tenant } of markedRows.posts) owners.set(`posts ${id}`, tenant);
  for (const { id, tenant } of markedRows.tags) owners.set(`tags ${id}`, tenant);
  return owners;
}
