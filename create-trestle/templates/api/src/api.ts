import { type ApiOf, NotFound, offsetPage, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const t = trestle();

const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string().min(1), written_at: z.date() },
  createFields: ["text"],
  editFields: ["text"],
});

const source = memoryData().source(notes, {
  rows: [{ id: 1, text: "Buy milk", written_at: new Date() }],
  values: () => ({ written_at: new Date() }),
});

export const api = t.router({
  notes: notes.routes(
    notes.getMany(
      { filter: { text__contains: z.string().optional() }, sort: ["written_at"], page: offsetPage() },
      source.getMany,
    ),
    notes.getOne({ errors: [NotFound] }, source.getOne),
    notes.createOne(source.createOne),
    notes.editOne({ errors: [NotFound] }, source.editOne),
    notes.deleteOne({ errors: [NotFound] }, source.deleteOne),
  ),
});

export interface Api extends ApiOf<typeof api> {}
