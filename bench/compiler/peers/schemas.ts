import type { Program } from "../trestle-program.js";
import type { Subject } from "../resource-names.js";

/** Where a value comes from: a JSON document, or a URL, in which a number is a text. */
export type Wire = "json" | "url";

/**
 * What the resources of the generated program declare, as the Zod schemas that a peer is given: in `rN-attributes.ts` and
 * `rN-schemas.ts`. A related resource is nested where it is included, which is all that these peers can say of it: the
 * type of an answer does not follow `include` or `fields`, and has nothing of the second level.
 */
export function schemaModules(all: readonly Subject[], wire: Wire): Program {
  return new Map(
    all.flatMap((subject) => [
      [`${subject.self.type}-attributes.ts`, attributes(subject)],
      [`${subject.self.type}-schemas.ts`, schemas(subject, wire)],
    ]),
  );
}

function attributes({ self }: Subject): string {
  return `import { z } from "zod";

export const attributes = z.object({
  id: z.int(),
  ${self.title}: z.string().min(1).max(200),
  ${self.body}: z.string().nullable(),
  ${self.status}: z.enum(["draft", "live", "gone"]),
  ${self.rank}: z.int().optional(),
  ${self.flagged}: z.boolean(),
  ${self.created}: z.date(),
});
`;
}

function schemas({ self, owner, item }: Subject, wire: Wire): string {
  const int = wire === "json" ? "z.int()" : "z.coerce.number<string>().int()";
  return `import { z } from "zod";
import { attributes } from "./${self.type}-attributes.js";
import { attributes as owner } from "./${owner.type}-attributes.js";
import { attributes as item } from "./${item.type}-attributes.js";

const related = z.object({ id: z.int() });
const fields = z
  .array(z.enum(["${self.title}", "${self.body}", "${self.status}", "${self.rank}", "${self.flagged}", "${self.created}", "${self.owner}", "${self.items}"]))
  .optional();
const page = { offset: ${int}.optional(), limit: ${int}.optional() };

export const output = z.object({
  ...attributes.shape,
  ${self.owner}: z.union([owner, related]),
  ${self.items}: z.array(z.union([item, related])),
});
export const listOutput = z.object({ data: z.array(output), total: z.int() });
export const itemsOutput = z.object({ data: z.array(item), total: z.int() });
export const publishOutput = z.object({ id: z.int(), url: z.string() });
export const done = z.object({ done: z.boolean() });

export const idInput = z.object({ id: ${int} });
export const getQuery = z.object({ include: z.array(z.enum(["${self.owner}", "${self.owner}__${owner.items}"])).optional(), fields });
export const listQuery = z.object({
  ${self.title}__contains: z.string().optional(),
  ${self.status}: z.enum(["draft", "live", "gone"]).optional(),
  ${self.rank}__gte: ${int}.optional(),
  sort: z.array(z.enum(["${self.title}", "-${self.title}", "${self.created}", "-${self.created}"])).optional(),
  ...page,
  include: z.array(z.enum(["${self.owner}", "${self.items}"])).optional(),
  fields,
  ${self.locale}: z.string().optional(),
});
export const itemsQuery = z.object({ sort: z.array(z.enum(["${item.title}", "-${item.title}"])).optional(), ...page });
export const createInput = z.object({
  ${self.title}: z.string().min(1).max(200),
  ${self.body}: z.string().nullable(),
  ${self.status}: z.enum(["draft", "live", "gone"]),
  ${self.rank}: z.int().optional(),
  ${self.flagged}: z.boolean().default(false),
  ${self.owner}: z.int(),
  ${self.items}: z.array(z.int()).default([]),
});
export const editInput = z.object({
  ${self.title}: z.string().min(1).max(200).optional(),
  ${self.body}: z.string().nullable().optional(),
  ${self.status}: z.enum(["draft", "live", "gone"]).optional(),
  ${self.owner}: z.int().optional(),
});
export const relatedInput = z.object({ related: z.int() });
`;
}

/** The row that every handler answers, and the rows that its resource is related to. */
export function rows({ self, item }: Subject): string {
  return `const row = {
  id: 1, ${self.title}: "", ${self.body}: null, ${self.status}: "live" as const, ${self.flagged}: true,
  ${self.created}: new Date(), ${self.owner}: { id: 1 }, ${self.items}: [],
};
const itemRow = {
  id: 1, ${item.title}: "", ${item.body}: null, ${item.status}: "live" as const, ${item.flagged}: true,
  ${item.created}: new Date(),
};
`;
}
