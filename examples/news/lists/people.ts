import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { offsetPage } from "trestle";
import { drizzleData } from "trestle/drizzle";
import { z } from "zod";
import { t } from "../data.js";

const people = pgTable("people", {
  id: text().primaryKey(),
  contact: jsonb().$type<{ city: string; phones: string[] }>().notNull(),
  skills: text().array().notNull(),
});
const resource = t.resource("people", {
  id: z.string(),
  attributes: {
    contact: z.object({ city: z.string(), phones: z.array(z.string()) }),
    skills: z.array(z.string()),
  },
});

export const peopleRoutes = drizzleData({ db: "db", tables: { people } })
  .source(resource, {})
  .routes({
    getMany: {
      filter: {
        contact__city: z.string().optional(),
        contact__phones__has: z.string().optional(),
        skills__hasany: z.array(z.string()).optional(),
      },
      sort: ["contact__city"],
      page: offsetPage(),
    },
  });
