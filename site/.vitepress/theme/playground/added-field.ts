const CHANGES = [
  [
    "    content: z.string(),\n",
    `    content: z.string(),
    subtitle: z
      .string()
      .max(40, "At most 40 characters.")
      .default("(no subtitle)"),
`,
  ],
  [
    '  createFields: ["title", "content", "published", "author"],',
    `  createFields: [
    "title", "subtitle", "content", "published", "author",
  ],`,
  ],
  [
    '  editFields: ["title", "content", "published", "author"],',
    `  editFields: [
    "title", "subtitle", "content", "published", "author",
  ],`,
  ],
  [
    "rows: articleRows,",
    `rows: articleRows.map((row) => ({
      ...row,
      subtitle: "(no subtitle)",
    })),`,
  ],
] as const;

/** The first API with a field more, which has a rule and a default. */
export function withSubtitle(first: string): string {
  return CHANGES.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`api.ts has no ${JSON.stringify(from)}: change added-field.ts, too.`);
    return text.replace(from, to);
  }, first);
}
