import type { sourceTestRows } from "trestle/source";
import { MARKS, markedRows } from "./marked-rows.js";

const isTheirs = (row: { readonly tenant: number }) => row.tenant === 2;

/** The same rows, but those of tenant 2 have other contents: texts, numbers, links and deletions. Their ids are the same. */
export const otherRows: typeof sourceTestRows = {
  ...markedRows,
  authors: markedRows.authors.map((row) => {
    if (!isTheirs(row)) return row;
    const deleted_at = row.deleted_at === null ? new Date("2026-02-01T00:00:00Z") : null;
    return { ...row, name: `A ${MARKS[2]}`, email: `else-${row.email}`, deleted_at };
  }),
  tags: markedRows.tags.map((row) => (isTheirs(row) ? { ...row, label: `A ${MARKS[2]}` } : row)),
  posts: markedRows.posts.map((row) => {
    if (!isTheirs(row)) return row;
    return {
      ...row,
      title: `A ${MARKS[2]} ${row.id}`,
      rating: 5,
      published: !row.published,
      views: 9n,
      parent: null,
      tags: [],
    };
  }),
};
