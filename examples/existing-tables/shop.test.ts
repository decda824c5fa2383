import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { createClient } from "trestle/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, serve } from "./api.js";

/** What was there first. */
const TABLES = `
  create table tbl_cust (cust_uuid uuid primary key default gen_random_uuid(), cust_nm varchar(80) not null,
    cust_mail text constraint uq_cust_mail unique);
  create table tbl_prod (prod_uuid uuid primary key default gen_random_uuid(),
    sku_cd varchar(12) not null constraint uq_prod_sku unique, prod_nm text not null);
  create table tbl_ord (ord_uuid uuid primary key default gen_random_uuid(), cust_ref uuid not null references tbl_cust,
    st text not null default 'O' check (st in ('O', 'P', 'S')), crt_dt timestamptz(3) not null default now());
  create table tbl_ord_prod (ord_ref uuid not null references tbl_ord on delete cascade,
    prod_ref uuid not null references tbl_prod, qty smallint not null constraint ck_qty check (qty > 0),
    unit_prc numeric(10, 2) not null, constraint pk_ord_prod primary key (ord_ref, prod_ref));`;

let postgres: PGlite;
let handle: (request: Request) => Promise<Response>;
let client: ReturnType<typeof createClient<Api>>;

beforeAll(async () => {
  postgres = await PGlite.create();
  await postgres.exec(TABLES);
  handle = serve(drizzle({ client: postgres }));
  client = createClient<Api>({ url: "http://localhost/api", fetch: (request) => handle(request) });
});
afterAll(() => postgres?.close());

/** An order of one customer for these products, with their prices. */
async function orderOf(...products: readonly (readonly [sku: string, price: string])[]) {
  const customer = await client.customers.create({ name: "Ann", email: `${crypto.randomUUID()}@example.com` });
  const order = await client.orders.create({ customer: customer.id });
  for (const [sku, price] of products) {
    const product = await client.products.create({ sku, name: `Product ${sku}` });
    await client.lines.create({ order: order.id, product: product.id, quantity: 2, price });
  }
  return { customer, order };
}

test("an order comes with its lines, their prices and their products, by names of the API", async () => {
  const { order } = await orderOf(["TEA", "4.50"], ["CUP", "12.00"]);
  const found = await client.orders.get(order.id).include("customer", "lines__product");
  expect([found.status, found.created_at instanceof Date, found.customer.name]).toEqual(["open", true, "Ann"]);
  const lines = found.lines.map(({ product, quantity, price }) => `${quantity} ${product.sku} at ${price}`);
  expect(lines.sort()).toEqual(["2 CUP at 12.00", "2 TEA at 4.50"]);

  const { rows } = await postgres.query("select st from tbl_ord where ord_uuid = $1", [order.id]);
  expect(rows).toEqual([{ st: "O" }]); // the other program reads its letter
});

test("a line has the address of its pair; a pair is there once, and its price stays", async () => {
  const { order } = await orderOf(["PEN", "1.20"]);
  const [line] = (await client.orders.get(order.id).include("lines__product")).lines;
  if (line === undefined) throw new Error("The order has no line.");
  expect(line.id).toBe(`${order.id}~${line.product.id}`);
  expect((await client.lines.update(line.id, { quantity: 5 })).quantity).toBe(5);

  const again = { order: order.id, product: line.product.id, quantity: 1, price: "0.01" };
  const { error: twice } = await client.lines.create(again).safe();
  expect([twice?.status, twice?.errors[0]?.detail]).toEqual([409, "The order has this product already."]);
  const { error: none } = await client.lines.update(line.id, { quantity: 0 }).safe();
  expect([none?.status, none?.fields.quantity]).toEqual([422, ["Order at least one."]]);
  // @ts-expect-error A price is set once.
  expect((await client.lines.update(line.id, { price: "0.01" }).safe()).error?.status).toBe(422);

  await client.lines.delete(line.id);
  expect((await client.lines.get(line.id).safe()).error?.status).toBe(404);
});

test("filters go through the pairs, and use the words of the API", async () => {
  const { order, customer } = await orderOf(["LAMP", "30.00"]);
  expect((await client.orders.update(order.id, { status: "paid" })).status).toBe("paid");
  const paid = await client.orders.list().filter({ status: "paid", lines__product__sku: "LAMP" });
  expect(paid.map(({ id }) => id)).toEqual([order.id]);
  expect(await client.orders.list().filter({ lines__product__sku: "SOFA" })).toHaveLength(0);
  const buyers = await client.customers.list().filter({ orders__status: "paid" });
  expect(buyers.map(({ id }) => id)).toEqual([customer.id]);
});

test("a constraint of the tables is an error of a field", async () => {
  const taken = { name: "Bob", email: "bob@example.com" };
  await client.customers.create(taken);
  const { error } = await client.customers.create(taken).safe();
  expect([error?.status, error?.fields.email]).toEqual([409, ["Another customer has this address."]]);
  const { error: long } = await client.products.create({ sku: "MUCH-TOO-LONG-A-CODE", name: "Rug" }).safe();
  expect([long?.status, Object.keys(long?.fields ?? {})]).toEqual([422, ["sku"]]);
});
