import { seeded } from "../support/statistics.js";

export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

export interface Category {
  readonly id: number;
  readonly name: string;
}

/** An article as a database layer gives it: what it refers to is nested. */
export interface Article {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly published: boolean;
  readonly created_at: Date;
  readonly author: User;
  readonly categories: readonly Category[];
}

export interface NewArticle {
  readonly title: string;
  readonly content: string;
  readonly published: boolean;
  readonly author: number;
  readonly categories: readonly number[];
}

export interface ListQuery {
  readonly titleContains?: string | undefined;
  readonly author?: number | undefined;
  readonly sort?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

// As people write: quotes in most sentences, letters beyond ASCII in many, beyond Latin-1 in some.
const MIXED = [
  'The editor said "not before Friday", and went home. ',
  "Nobody in the café had read the second page. ",
  "A line of plain words, long enough to be a line of an article. ",
  "“Why,” she asked, “would anyone measure that?” ",
  "Größe and weight were given in the wrong units — twice. ",
  "The path was C:\\archive\\2026, which no longer exists. ",
  "It took them 14 days, 3 hours and a few minutes. ",
];

/** Quotes in half of the sentences, as in code and dialogue. */
const ASCII = [
  'The editor said "not before Friday", and went home. ',
  "A line of plain words, long enough to be a line of an article. ",
  'The file "C:/archive/2026" no longer exists. ',
  "It took them 14 days, 3 hours and a few minutes. ",
];

/** `BENCH_TEXT=ascii`: text without letters beyond ASCII. */
const SENTENCES = process.env.BENCH_TEXT === "ascii" ? ASCII : MIXED;

const random = seeded(7);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T; // lists here are not empty

function text(length: number): string {
  let written = "";
  while (written.length < length) written += pick(SENTENCES);
  return written.slice(0, length).trim();
}

/** What articles refer to: the one with the id 1 is first. */
export const users: readonly User[] = Array.from({ length: 50 }, (_, index) => ({
  id: index + 1,
  username: `user${index + 1}`,
  email: `user${index + 1}@example.com`,
}));

export const categories: readonly Category[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  name: `Category ${index + 1}`,
}));

function article(id: number): Article {
  const first = Math.floor(random() * 29);
  return {
    id,
    title: `Article ${id}: ${text(30)}`,
    content: text(280 + Math.floor(random() * 40)),
    published: random() < 0.8,
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 300 * 86_400_000)),
    author: pick(users),
    categories: categories.slice(first, first + 2),
  };
}

/** Rows that there are, and that a page may have: more for the bench of long lists. */
const COUNT = Number(process.env.BENCH_ARTICLES ?? 200);
export const MAX_LIMIT = COUNT > 200 ? COUNT : 100;

export const articles: readonly Article[] = Array.from({ length: COUNT }, (_, index) => article(index + 1));

const CREATED = new Date(Date.UTC(2026, 10, 21, 12, 30));

/** The same for every contender. Nothing here waits: a database's time is not what is measured. */
export const store = {
  list({ titleContains, author, sort, offset, limit }: ListQuery): { rows: readonly Article[]; total: number } {
    let rows = articles;
    if (titleContains !== undefined) rows = rows.filter(({ title }) => title.includes(titleContains));
    if (author !== undefined) rows = rows.filter((row) => row.author.id === author);
    if (sort !== undefined) rows = [...rows].sort(comparing(sort));
    return { rows: rows.slice(offset, offset + limit), total: rows.length };
  },

  find(id: number): Article | undefined {
    return articles[id - 1];
  },

  create({ title, content, published, author, categories: ids }: NewArticle): Article | undefined {
    const user = users[author - 1];
    if (user === undefined) return undefined;
    const chosen = ids.map((id) => categories[id - 1]).filter((category) => category !== undefined);
    return { id: 201, title, content, published, created_at: CREATED, author: user, categories: chosen };
  },
};

function comparing(sort: string): (a: Article, b: Article) => number {
  const field = (sort.startsWith("-") ? sort.slice(1) : sort) as "title" | "created_at"; // what every contender declares
  const direction = sort.startsWith("-") ? -1 : 1;
  return (a, b) => (a[field] < b[field] ? -direction : a[field] > b[field] ? direction : 0);
}
