// What the peers declare for each resource: made anew for every one, as separate modules would.
import { z } from "zod";

export function makeSchemas() {
  const id = z.object({ id: z.coerce.number().int() });
  const input = z.object({
    title: z.string().min(1).max(200),
    content: z.string(),
    published: z.boolean().default(false),
    parent: z.int(),
  });
  const output = z.object({ ...input.shape, id: z.int(), published: z.boolean(), created_at: z.date() });
  const query = z.strictObject({
    titleContains: z.string().optional(),
    published: z.enum(["true", "false"]).optional(),
    sort: z.enum(["title", "-title", "created_at", "-created_at"]).optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  });
  const edit = input.pick({ title: true, content: true }).partial();
  const related = z.object({ parent: z.int() });
  return { id, input, output, query, edit, related, list: z.object({ data: z.array(output), total: z.int() }) };
}
