import { check, numeric, pgTable, primaryKey, smallint, text, timestamp, uuid, varchar } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import type { PgliteDatabase } from "drizzle-orm/pglite";
import { type ApiOf, offsetPage, toMany, trestle } from "trestle";
import { drizzleData, mapped, tableResource } from "trestle/drizzle";
import { fetchHandler } from "trestle/fetch";
import { z } from "zod";

// A shop whose tables were there first, and which another program writes, too. No table changes; the API has names of its own.

const customers = pgTable("tbl_cust", {
  cust_uuid: uuid().primaryKey().defaultRandom(),
  cust_nm: varchar({ length: 80 }).notNull(),
  cust_mail: text().unique("uq_cust_mail"),
});

const products = pgTable("tbl_prod", {
  prod_uuid: uuid().primaryKey().defaultRandom(),
  sku_cd: varchar({ length: 12 }).notNull().unique("uq_prod_sku"),
  prod_nm: text().notNull(),
});

const orders = pgTable("tbl_ord", {
  ord_uuid: uuid().primaryKey().defaultRandom(),
  cust_ref: uuid()
    .notNull()
    .references(() => customers.cust_uuid),
  st: text({ enum: ["O", "P", "S"] })
    .notNull()
    .default("O"),
  crt_dt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});

/** A pair of an order and a product has a quantity and a price of its own, so it is a resource, and not only a link. */
const lines = pgTable(
  "tbl_ord_prod",
  {
    ord_ref: uuid()
      .notNull()
      .references(() => orders.ord_uuid, { onDelete: "cascade" }),
    prod_ref: uuid()
      .notNull()
      .references(() => products.prod_uuid),
    qty: smallint().notNull(),
    unit_prc: numeric({ precision: 10, scale: 2 }).notNull(),
  },
  (table) => [
    primaryKey({ name: "pk_ord_prod", columns: [table.ord_ref, table.prod_ref] }),
    check("ck_qty", sql`${table.qty} > 0`),
  ],
);

export interface Context {
  readonly db: PgliteDatabase;
}

const t = trestle<Context>({ id: z.uuid() });
const data = drizzleData({ db: "db", tables: { customers, products, orders, lines } });

const customer = tableResource(t, "customers", customers, {
  pick: ["cust_nm"],
  rename: { name: "cust_nm" },
  attributes: { email: z.email().nullable() }, // stricter than the column
  relationships: { orders: t.toMany("orders") },
  createFields: ["name", "email"],
});

const product = tableResource(t, "products", products, {
  pick: ["sku_cd", "prod_nm"],
  rename: { sku: "sku_cd", name: "prod_nm" },
  createFields: ["sku", "name"],
});

/** The column has letters, and the API has words. */
const status = z.enum(["open", "paid", "shipped"]);
const WORDS = { O: "open", P: "paid", S: "shipped" } as const;
const LETTERS = { open: "O", paid: "P", shipped: "S" } as const;
const letters = {
  read: (letter: keyof typeof WORDS) => WORDS[letter],
  write: (word: keyof typeof LETTERS) => LETTERS[word],
};

const order = tableResource(t, "orders", orders, {
  pick: ["crt_dt"],
  rename: { created_at: "crt_dt", customer: "cust_ref" },
  attributes: { status },
  relationships: { customer: t.toOne("customers"), lines: toMany("lines", { id: z.string() }) },
  createFields: ["customer"],
  editFields: ["status"],
});

/** Its id is both ids, with `~` between them: `/lines/…~…`. An order has a product once. */
const line = tableResource(t, "lines", lines, {
  pick: ["qty", "unit_prc"],
  rename: { quantity: "qty", price: "unit_prc", order: "ord_ref", product: "prod_ref" },
  relationships: { order: t.toOne("orders"), product: t.toOne("products") },
  createFields: ["order", "product", "quantity", "price"],
  editFields: ["quantity"],
});

const lineSource = data.source(line, {
  violations: { pk_ord_prod: "The order has this product already.", ck_qty: "Order at least one." },
});
const include = ["customer", "lines__product"] as const;

export const api = t.router({
  customers: data
    .source(customer, {
      columns: { email: customers.cust_mail },
      violations: { uq_cust_mail: "Another customer has this address." },
    })
    .routes({ getMany: { filter: { orders__status: status.optional() } }, createOne: true }),
  products: data
    .source(product, { violations: { uq_prod_sku: "Another product has this code." } })
    .routes({ getMany: { sort: ["sku"] }, createOne: true }),
  orders: data.source(order, { columns: { status: mapped(orders.st, letters) } }).routes({
    getMany: {
      filter: { status: status.optional(), lines__product__sku: z.string().optional() },
      sort: ["created_at"],
      page: offsetPage({ limit: 20 }),
      include,
    },
    getOne: { include },
    createOne: true,
    editOne: true,
  }),
  lines: lineSource.routes({ getOne: true, createOne: true, editOne: true, deleteOne: true }),
});

export interface Api extends ApiOf<typeof api> {}

export function serve(db: PgliteDatabase): (request: Request) => Promise<Response> {
  return fetchHandler(api, { prefix: "/api", context: t.context(() => ({ db })) });
}
