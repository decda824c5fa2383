// The rows of the seed. They need no database.

import { desks, staff } from "./seed-text.js";

const FIRST_MORNING = Date.UTC(2026, 0, 5, 6, 30);
const HOUR = 3_600_000;

export const userRows = staff.map(toUser);
export const categoryRows = desks.map(({ name }, index) => ({ id: index + 1, name }));
export const articleRows = desks.flatMap(({ titles }, desk) =>
  titles.map((title, index) => toArticle(title, desk, index)),
);
export const articleCategoryRows = articleRows.flatMap(({ id }) => categoriesOf(id));

function toUser(username: string, index: number) {
  return { id: index + 1, username, email: `${username}@newsroom.example` };
}

/** The eight desks take turns, so that neighbouring ids differ in everything. Some wires have no author, some drafts are not out. */
function toArticle(title: string, desk: number, index: number) {
  const id = index * desks.length + desk + 1;
  return {
    id,
    title,
    content: toContent(desk, index),
    published: id % 7 !== 3,
    created_at: toDate(id),
    author_id: id % 9 === 4 ? null : ((id * 5 + index) % staff.length) + 1,
  };
}

function toContent(desk: number, index: number): string {
  const sentences = desks[desk]?.sentences ?? [];
  return [0, 1, 3, 4].map((step) => sentences[(index + step) % sentences.length]).join(" ");
}

/** Out of the order of ids, and in pairs of the same moment: sorting has something to do, and ties to break. */
function toDate(id: number): Date {
  const slot = Math.floor(((id * 37) % 64) / 2);
  return new Date(FIRST_MORNING + slot * 29 * HOUR);
}

/** Its own desk, and every third one more. Each sixteenth was filed under nothing. */
function categoriesOf(id: number) {
  if (id % 16 === 0) return [];
  const own = ((id - 1) % desks.length) + 1;
  const second = ((own + 2) % desks.length) + 1;
  return (id % 3 === 0 ? [own, second] : [own]).map((category_id) => ({ article_id: id, category_id }));
}
