export const authorId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

const author = (number: number, name: string, tenant = 1, deleted_at: Date | null = null) => ({
  id: authorId(number),
  tenant,
  name,
  email: `${name.toLowerCase().replace(/[^a-z]/g, "")}@example.test`,
  deleted_at,
});

export const authorRows = [
  author(1, "Ann"),
  author(2, "bob"),
  author(3, "Zoë_%"),
  author(4, "Gil", 1, new Date(Date.UTC(2026, 0, 1))),
  author(9, "Eve", 2),
];

export const tagRows = [
  ...["a", "b", "c"].map((id) => ({ id, tenant: 1, label: id.toUpperCase() })),
  { id: "x", tenant: 2, label: "X" },
];

const TITLES = [
  "100% Sure",
  "under_score",
  "back\\slash",
  "plain",
  "Plain two",
  "éclair",
  "ÉCLAIR 2",
  "zed",
  "😀 face",
  "\uffee edge",
];
const STATUSES = ["draft", "live", "gone"] as const;

function authorOf(index: number): string | null {
  if (index === 4) return authorId(4);
  if (index % 6 === 5) return null;
  return index % 11 === 10 ? authorId(9) : authorId((index % 3) + 1);
}

function contactOf(index: number) {
  return {
    city: ["Rome", "rome", "Oslo, N", null][index % 4] ?? null,
    home: index % 2 === 0,
    ...(index % 3 && { size: (index % 5) - 1.5 }),
    ...(index % 2 && { geo: { codes: ["a", "b"].slice(index % 3) } }),
  };
}

/** Every eighth post belongs to the tenant 2, and the post 3 is locked. */
export const postRows = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  tenant: index % 8 === 7 ? 2 : 1,
  locked: index === 2,
  title: `${TITLES[index % TITLES.length]} ${index < 10 ? "" : index}`.trim(),
  body: index % 3 ? `body ${index}` : null,
  views: index % 5 ? BigInt(index) : 9007199254740993n + BigInt(index),
  rating: index % 4 ? index % 6 : null,
  published: index % 2 === 0,
  status: STATUSES[index % 3] ?? ("draft" as const),
  at: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 3))),
  meta: index % 2 ? { n: index, deep: { list: [1, null] } } : null,
  note: index % 7 ? undefined : "noted",
  labels: index % 5 === 4 ? null : ["x", "Y", "é,", ""].filter((_, bit) => (index >> bit) & 1),
  marks: index % 3 === 2 ? null : [index % 4, 7],
  contact: index % 6 === 5 ? null : contactOf(index),
  version: 1,
  author: authorOf(index),
  parent: index > 3 && index % 8 !== 7 && index % 4 !== 0 ? (index % 3) + 1 : null,
  tags: index % 8 === 7 ? [] : ["a", "b", "c", "x"].filter((_, bit) => (index >> bit) & 1),
}));

export const commentRows = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  text: `c${index}`,
  post: (index % 5) + 1,
}));

/** Their ids may be stored in two columns, an integer and a text, with the parts that `splitId` gives. */
export const memberRows = ["1~ann", "1~b!1b", "2~ann"].map((id, index) => ({ id, role: `role ${index}` }));

export const pinRows = [
  { id: 1, member: "1~ann", subject: { type: "posts" as const, id: 1 } },
  { id: 2, member: "1~b!1b", subject: { type: "tags" as const, id: "a" } },
  { id: 3, member: null, subject: null },
];

/** The rows that a store under test must contain after `reset`. Relationships hold ids. */
export const sourceTestRows = {
  authors: authorRows,
  posts: postRows,
  tags: tagRows,
  comments: commentRows,
  members: memberRows,
  pins: pinRows,
};
