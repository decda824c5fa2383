import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { toOne } from "trestle";
import { drizzleData, fromTable } from "trestle/drizzle";
import { z } from "zod";
import { t } from "../data.js";

const countries = pgTable("countries", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  code: text().notNull().unique(),
  name: text().notNull(),
});
const cities = pgTable("cities", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull(),
  country_code: text()
    .notNull()
    .references(() => countries.code),
});

const country = t.resource("countries", {
  ...fromTable(countries, { pick: ["name"] }),
  id: z.string(),
});
const city = t.resource("cities", {
  ...fromTable(cities, { pick: ["name"] }),
  relationships: { country: toOne("countries", { id: z.string() }) },
});

const data = drizzleData({ db: "db", tables: { countries, cities } });
export const cityRoutes = {
  countries: data
    .source(country, { columns: { id: countries.code } })
    .routes({ getOne: true }),
  cities: data
    .source(city, { columns: { country: cities.country_code } })
    .routes({ getMany: { include: ["country"] } }),
};
