import { splitId, type sourceTestRows } from "trestle/source";

// biome-ignore lint/suspicious/noExplicitAny: a database of Drizzle's, or a transaction of it, with any driver
type Db = any;

/** Inserts the rows of the contract into its tables, which have the same names in each database. */
export async function insertRows(
  db: Db,
  tables: Readonly<Record<"authors" | "tags" | "posts" | "postTags" | "comments" | "members" | "pins", object>>,
  { authors, tags, posts, comments, members, pins }: typeof sourceTestRows,
): Promise<void> {
  await db.insert(tables.authors).values(authors);
  await db.insert(tables.tags).values(tags);
  await db
    .insert(tables.posts)
    .values(posts.map(({ author, parent, tags: _, ...row }) => ({ ...row, author_id: author, parentId: parent })));
  const pairs = posts.flatMap(({ id, tags }) => tags.map((tag) => ({ post: id, tag })));
  await db.insert(tables.postTags).values(pairs);
  await db.insert(tables.comments).values(comments.map(({ post, ...row }) => ({ ...row, post_id: post })));
  const partsOf = (id: string) => splitId(id, 2) ?? [];
  await db
    .insert(tables.members)
    .values(members.map(({ id, role }) => ({ org: Number(partsOf(id)[0]), user: partsOf(id)[1], role })));
  await db.insert(tables.pins).values(
    pins.map(({ id, member, subject }) => ({
      id,
      member_org: member && Number(partsOf(member)[0]),
      member_user: member && partsOf(member)[1],
      subject_type: subject?.type,
      subject_id: subject && String(subject.id),
    })),
  );
}
