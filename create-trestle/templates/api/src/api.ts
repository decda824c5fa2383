import { type ApiOf, offsetPage, trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { z } from "zod";

const t = trestle();

const notes = t.resource("notes", {
  attributes: { text: z.string().trim().min(1), written_at: z.date() },
  createFields: ["text"],
  editFields: ["text"],
});

const source = memoryData().source(notes, {
  rows: [{ id: 1, text: "Buy milk", written_at: new Date() }],
  values: () => ({ written_at: new Date() }),
});

export const api = t.router({
  notes: source.routes({
    getMany: { filter: { text__contains: z.string().optional() }, sort: ["written_at"], page: offsetPage() },
    getOne: true,
    createOne: true,
    editOne: true,
    deleteOne: true,
  }),
});

export interface Api extends ApiOf<typeof api> {}
