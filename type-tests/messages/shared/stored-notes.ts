// A resource, and rows as an ORM returns them: one without the column `text`, and one in which it is a number.
import { toOne, trestle } from "trestle";
import { z } from "zod";

const t = trestle();

export const users = t.resource("users", { id: z.int(), attributes: { name: z.string() } });
export const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), created_at: z.date() },
  relationships: { author: toOne("users") },
});

interface Stored {
  id: number;
  created_at: Date;
  author: number;
  secret: string;
}

interface Numbered extends Stored {
  text: number;
}

export declare const db: { lacking(): Promise<Stored[]>; wrong(): Promise<Numbered[]> };
