/** What the controls of the playground say. */
export interface Choices {
  readonly contains: string;
  readonly misspelt: boolean;
  readonly published: "" | "true" | "false";
  readonly author: string;
  readonly category: string;
  readonly sort: "" | "title" | "-created_at";
  readonly includeAuthor: boolean;
  readonly includeCategories: boolean;
  readonly sparse: boolean;
  readonly limit: number;
  readonly offset: number;
}

export const firstChoices: Choices = {
  contains: "",
  misspelt: false,
  published: "true",
  author: "",
  category: "",
  sort: "-created_at",
  includeAuthor: true,
  includeCategories: false,
  sparse: true,
  limit: 5,
  offset: 0,
};

/** A method of the list, with its arguments. */
export type Step = readonly [method: "filter" | "sort" | "include" | "fields" | "page", ...values: readonly unknown[]];

/** The calls that a programmer would write for the choices. */
export function stepsOf(choices: Choices): Step[] {
  const filter = {
    ...(choices.misspelt
      ? { title__contain: choices.contains || "harbour" }
      : choices.contains && { title__contains: choices.contains }),
    ...(choices.published && { published: choices.published === "true" }),
    ...(choices.author && { author: choices.author === "none" ? null : Number(choices.author) }),
    ...(choices.category && { category: Number(choices.category) }),
  };
  const include = [choices.includeAuthor && "author", choices.includeCategories && "categories"].filter(Boolean);
  const fields = {
    articles: ["title", "created_at", ...include],
    ...(choices.includeAuthor && { users: ["username"] }),
    ...(choices.includeCategories && { categories: ["name"] }),
  };
  const page = { limit: choices.limit, ...(choices.offset > 0 && { offset: choices.offset }) };
  return [
    ...(Object.keys(filter).length > 0 ? [["filter", filter] as const] : []),
    ...(choices.sort ? [["sort", choices.sort] as const] : []),
    ...(include.length > 0 ? [["include", ...include] as const] : []),
    ...(choices.sparse ? [["fields", fields] as const] : []),
    ["page", page],
  ];
}

/** The steps as code. */
export function codeOf(steps: readonly Step[]): string {
  const calls = steps.map(([method, ...values]) => `\n  .${method}(${values.map(literal).join(", ")})`);
  return `const articles = await client.articles\n  .list()${calls.join("")};`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  const text = `{ ${members.join(", ")} }`;
  return text.length <= 48 ? text : `{\n${members.map((member) => `    ${member},\n`).join("")}  }`;
}
