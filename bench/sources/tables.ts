import type pg from "pg";

/** The most members of an include for each parent. */
export const MOST_COMMENTS = 3;
export const PAGE = 25;

export interface Sizes {
  readonly articles: number;
  readonly authors: number;
  readonly categories: number;
  readonly comments: number;
}

export function sizesOf(articles: number): Sizes {
  return { articles, authors: Math.ceil(articles / 50), categories: Math.ceil(articles / 500), comments: articles * 2 };
}

/** An author of ten articles has these numbers of comments: two each, and some have more than an include shows. */
const COMMENTS = [0, 0, 0, 1, 1, 1, 1, 2, 4, 10];

/** Makes the tables and their rows, the same in every run, and the indexes that docs/database.md advises. */
export async function fillTables(pool: pg.Pool, { articles, authors, categories }: Sizes): Promise<void> {
  for (const statement of [
    "create table authors (id int primary key, name text not null, email text not null)",
    "create table categories (id int primary key, name text not null)",
    `create table articles (id int primary key, title text not null, body text not null, published boolean not null,
      created_at timestamptz(3) not null, author_id int)`,
    "create table comments (id int primary key, text text not null, created_at timestamptz(3) not null, article_id int not null)",
    "create table article_categories (article_id int not null, category_id int not null, primary key (article_id, category_id))",
    `insert into authors select n, 'Author ' || n, 'author' || n || '@example.test' from generate_series(1, ${authors}) n`,
    `insert into categories select n, 'Category ' || n from generate_series(1, ${categories}) n`,
    // Two articles at a time have the same time, so an order by time needs the id, too.
    `insert into articles select n, 'Article ' || n, repeat('The text of article ' || n || '. ', 12), n % 10 <> 0,
      timestamptz '2020-01-01' + n / 2 * interval '1 minute', case when n % 97 <> 0 then 1 + n::bigint * 7919 % ${authors} end
      from generate_series(1, ${articles}) n`,
    `insert into comments select row_number() over (order by n * 104729 % ${articles}, k, n), 'Comment ' || k || ' on article ' || n,
      timestamptz '2020-01-02' + n / 2 * interval '1 minute' + k * 7 % 11 * interval '1 hour', n
      from generate_series(1::bigint, ${articles}) n, generate_series(1, (array[${COMMENTS}])[1 + n % 10]) k`,
    `insert into article_categories select n, 1 + (n * 31 + k * 499 + n / ${categories}) % ${categories}
      from generate_series(1::bigint, ${articles}) n, generate_series(0, 1) k on conflict do nothing`,
    // Drafts have the ids of an org and a number, half as many as articles. Each has the one of the same org before it as its origin.
    `create table drafts (org int, no int, title text not null, body text not null, published boolean not null,
      created_at timestamptz(3) not null, origin_no int, primary key (org, no))`,
    `insert into drafts select n % 100, n / 100, 'Draft ' || n, repeat('The text of draft ' || n || '. ', 12), n % 10 <> 0,
      timestamptz '2020-01-01' + n * interval '1 minute', nullif(n / 100 - 1, -1) from generate_series(0, ${articles} / 2 + 100) n`,
    "create table remarks (id int primary key, org int not null, draft_no int not null, text text not null, created_at timestamptz(3) not null)",
    `insert into remarks select n * 4 + k, n % 100, n / 100, 'Remark ' || k, timestamptz '2020-01-02' + n * interval '1 minute' + k * interval '1 hour'
      from generate_series(0, ${articles} / 2) n, generate_series(0, 3) k`,
    "alter table drafts add foreign key (org, origin_no) references drafts",
    "alter table remarks add foreign key (org, draft_no) references drafts",
    "create index on drafts (org, origin_no)",
    "create index on remarks (org, draft_no, created_at desc, id)",
    "alter table articles add foreign key (author_id) references authors",
    "alter table comments add foreign key (article_id) references articles",
    "alter table article_categories add foreign key (article_id) references articles, add foreign key (category_id) references categories",
    // The columns of a sort and the id, and each foreign key.
    "create index on articles (created_at desc, id)",
    "create index on articles (author_id, created_at desc, id)",
    "create index on comments (article_id, created_at desc, id)",
    "create index on article_categories (category_id, article_id)",
    "create index on authors (name)",
    "create index on categories (name)",
    "vacuum analyze",
  ])
    await pool.query(statement);
}
