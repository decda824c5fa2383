import type pg from "pg";
import type { Article, Contender } from "../contender.js";
import type { Key, Position } from "../needs.js";
import { MOST_COMMENTS, PAGE } from "../tables.js";

// One statement for each need, as an expert writes it. The rows of a page are found first, and their members by index after that.

const COLUMNS = "a.id, a.title, a.body, a.published, a.created_at";
const FULL = `${COLUMNS}, a.author_id as author`;
const AUTHOR =
  "case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'email', u.email) end as author";
const COMMENTS = `(select coalesce(json_agg(c), '[]') from (select c.id, c.text, c.created_at from comments c
  where c.article_id = a.id order by c.created_at desc, c.id limit ${MOST_COMMENTS}) c) as comments`;
const CATEGORIES = `(select coalesce(json_agg(c), '[]') from (select c.id, c.name from article_categories l
  join categories c on c.id = l.category_id where l.article_id = a.id order by c.id) c) as categories`;
const NEWEST = `order by a.created_at desc, a.id limit ${PAGE}`;
const withIncludes = (where: string) => `select ${COLUMNS}, ${AUTHOR}, ${COMMENTS}
  from (select * from articles a ${where} ${NEWEST}) a left join authors u on u.id = a.author_id
  order by a.created_at desc, a.id`;

const DRAFT = "d.org || '~' || d.no as id, d.title, d.body, d.published, d.created_at";
const REMARKS = `(select coalesce(json_agg(r), '[]') from (select r.id, r.text, r.created_at from remarks r
  where r.org = d.org and r.draft_no = d.no order by r.created_at desc, r.id limit ${MOST_COMMENTS}) r) as remarks`;

const SQL = {
  page: withIncludes(""),
  keyset: withIncludes("where a.created_at <= $1 and (a.created_at < $1 or a.id > $2)"),
  one: `select ${COLUMNS}, ${AUTHOR}, ${COMMENTS}, ${CATEGORIES}
    from articles a left join authors u on u.id = a.author_id where a.id = $1`,
  byAuthor: `select ${FULL} from articles a where a.author_id in (select id from authors where name = $1) ${NEWEST}`,
  byCategory: `select ${FULL} from articles a where a.id in (select l.article_id from article_categories l
    join categories c on c.id = l.category_id where c.name = $1) ${NEWEST}`,
  // A row without an article says that the author exists and has none.
  related: `select a.* from authors u left join lateral (select ${FULL} from articles a where a.author_id = u.id ${NEWEST}) a on true
    where u.id = $1 order by a.created_at desc, a.id`,
  byKey: `select ${DRAFT}, ${REMARKS} from drafts d where d.org = $1 and d.no = $2`,
  afterKey: `select ${DRAFT}, ${REMARKS} from (select * from drafts d where (d.org, d.no) > ($1, $2) order by d.org, d.no limit ${PAGE}) d
    order by d.org, d.no`,
  byKeys: `select ${DRAFT}, case when o.no is not null then json_build_object('id', o.org || '~' || o.no, 'title', o.title, 'body', o.body,
    'published', o.published, 'created_at', o.created_at) end as origin
    from drafts d left join drafts o on o.org = d.org and o.no = d.origin_no
    where (d.org, d.no) in (select * from unnest($1::int[], $2::int[])) order by d.org, d.no limit ${PAGE}`,
};

/** @param isPrepared Whether Postgres keeps the plans, by names that the connection remembers. */
export function handTuned(pool: pg.Pool, isPrepared: boolean): Contender {
  const run = async (need: keyof typeof SQL, values: unknown[]) => {
    const { rows } = await pool.query({ text: SQL[need], values, ...(isPrepared && { name: need }) });
    return rows;
  };
  return {
    name: isPrepared ? "prepared" : "hand-tuned",
    title: isPrepared ? "SQL by hand, prepared by name" : "SQL by hand (reference)",
    needs: {
      page: () => run("page", []),
      keyset: ({ created_at, id }: Position) => run("keyset", [created_at, id]),
      one: ({ id }) => run("one", [id]),
      byAuthor: ({ name }) => run("byAuthor", [name]),
      byCategory: ({ name }) => run("byCategory", [name]),
      related: ({ id }) => run("related", [id]),
      byKey: ({ org, no }) => run("byKey", [org, no]),
      afterKey: ({ org, no }: Key) => run("afterKey", [org, no]),
      byKeys: (keys) => run("byKeys", [keys.map(({ org }) => org), keys.map(({ no }) => no)]),
    },
    articlesIn: (rows) => rows as readonly Article[],
  };
}
