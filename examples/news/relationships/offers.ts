import { integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { toMany, toOne } from "trestle";
import { drizzleData, tableResource } from "trestle/drizzle";
import { z } from "zod";
import { t } from "../data.js";

const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
const shops = pgTable("shops", { id: id(), name: text().notNull() });
const books = pgTable("books", { id: id(), title: text().notNull() });
const offers = pgTable(
  "offers",
  {
    id: id(),
    shop_id: integer()
      .notNull()
      .references(() => shops.id),
    book_id: integer()
      .notNull()
      .references(() => books.id),
    price: integer().notNull(),
  },
  (table) => [unique("offers_pair").on(table.shop_id, table.book_id)],
);
const data = drizzleData({ db: "db", tables: { shops, books, offers } });

const shop = tableResource(t, "shops", shops, {
  pick: ["name"],
  relationships: { offers: toMany("offers") },
});
const book = tableResource(t, "books", books, { pick: ["title"] });
const offer = tableResource(t, "offers", offers, {
  pick: ["price"],
  relationships: { shop: toOne("shops"), book: toOne("books") },
  createFields: ["price", "shop", "book"],
  editFields: ["price"],
});
const offerSource = data.source(offer, {
  violations: { offers_pair: "The shop sells this book already." },
});

export const shopRoutes = {
  shops: data.source(shop, {}).routes({
    getMany: {
      filter: { offers__price__lt: z.int().optional() },
      include: ["offers__book"],
    },
  }),
  books: data.source(book, {}).routes({}),
  offers: offerSource.routes({
    getMany: { sort: ["price"] },
    createOne: true,
    editOne: true,
    deleteOne: true,
  }),
};
