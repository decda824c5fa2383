import { createClient, type FieldErrors, ResponseError, UnprocessableContent } from "trestle/client";
import { mutationOptions } from "trestle/query";
import { expectTypeOf, test } from "vitest";
import type { Api as Tickets } from "../../tests/actions/tickets.js";
import type { Api } from "./newsroom.js";

const client = createClient<Api>({ url: "https://example.org/api" });
const tickets = createClient<Tickets>({ url: "https://example.org/api" });
type Messages = readonly string[] | undefined;

test("the fields of a create's error have the names of its input", async () => {
  const input = { title: "", content: "", created_at: "", token: "", author: null, owner: 1 };
  const { error } = await client.articles.create(input).safe();
  if (!error) return;
  expectTypeOf(error.fields.title).toEqualTypeOf<Messages>();
  expectTypeOf(error.fields.author).toEqualTypeOf<Messages>();
  expectTypeOf(error.fields["content.0"]).toEqualTypeOf<Messages>();
  // @ts-expect-error no such field
  error.fields.titel;
  // @ts-expect-error no such field, and the error is one that the operation declares
  if (error.code === "title_taken") error.fields.titel;
  // @ts-expect-error no such field
  if (error instanceof UnprocessableContent) error.fields.titel;
  const { title } = error.fields ?? {};
  expectTypeOf(title).toEqualTypeOf<Messages>();
});

test("so have those of an update's", async () => {
  const { error } = await client.articles.update(1, {}).safe();
  expectTypeOf(error?.fields.title).toEqualTypeOf<Messages>();
  // @ts-expect-error it can only be set when an article is created
  error?.fields.token;
});

test("so have those of a command's", async () => {
  const { error } = await tickets.tickets.command.merge(5, { into: 8, at: "" }).safe();
  expectTypeOf(error?.fields.into).toEqualTypeOf<Messages>();
  if (error?.code === "already_merged") expectTypeOf(error.fields.into).toEqualTypeOf<Messages>();
  // @ts-expect-error no such member of the input
  error?.fields.intoo;
  // @ts-expect-error no such member of the input
  if (error?.code === "already_merged") error.fields.intoo;
  const closed = await tickets.tickets.command.close(5).safe();
  expectTypeOf(closed.error?.fields).not.toBeNever();
});

test("so have those of a query's", async () => {
  const { error } = await tickets.tickets.query.stats({ since: "" }).safe();
  expectTypeOf(error?.fields.since).toEqualTypeOf<Messages>();
  if (error?.status === 400) expectTypeOf(error.fields.tags).toEqualTypeOf<Messages>();
  // @ts-expect-error no such member of the input
  error?.fields.sinze;
  // @ts-expect-error no such member of the input
  if (error?.status === 400) error.fields.sinze;
  const similar = await tickets.tickets.query.similar(5).safe();
  expectTypeOf(similar.error?.fields).not.toBeNever();
});

test("so have those of a mutation's", () => {
  const { onError: created } = mutationOptions(client.articles, "create");
  type Created = Parameters<NonNullable<typeof created>>[0]["fields"];
  expectTypeOf<Created["title"]>().toEqualTypeOf<Messages>();
  // @ts-expect-error no such field
  expectTypeOf<Created["titel"]>();
  const { onError: merged } = mutationOptions(tickets.tickets.command.merge);
  type Merged = Parameters<NonNullable<typeof merged>>[0]["fields"];
  expectTypeOf<Merged["into"]>().toEqualTypeOf<Messages>();
  // @ts-expect-error no such member of the input
  expectTypeOf<Merged["intoo"]>();
});

test("the fields of an error whose call is unknown have any names", async () => {
  const caught = await client.articles.create({} as never).catch((error: unknown) => error);
  if (caught instanceof UnprocessableContent) expectTypeOf(caught.fields.titel).toEqualTypeOf<Messages>();
  if (caught instanceof ResponseError) expectTypeOf(caught.fields.titel).toEqualTypeOf<Messages>();
  const { error } = await client.articles.create({} as never).safe();
  if (error) expectTypeOf(error).toExtend<ResponseError>();
  if (error) expectTypeOf(error.fields).toExtend<FieldErrors>();
});
