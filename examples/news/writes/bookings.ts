import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { Conflict } from "trestle";
import { drizzleData, tableResource } from "trestle/drizzle";
import { t } from "./data.js";

const time = () => timestamp({ withTimezone: true }).notNull();
const bookings = pgTable("bookings", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  room_id: integer().notNull(),
  starts_at: time(),
  ends_at: time(),
});
const fields = ["room_id", "starts_at", "ends_at"] as const;
const resource = tableResource(t, "bookings", bookings, {
  pick: fields,
  createFields: fields,
});

export const bookingRoutes = drizzleData({ db: "db", tables: { bookings } })
  .source(resource, {
    violations: {
      no_overlap: {
        detail: "The room is taken then.",
        field: "starts_at",
        as: Conflict,
      },
    },
  })
  .routes({ createOne: true });
