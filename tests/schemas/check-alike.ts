import type { FetchHandler } from "trestle/fetch";
import type { Giver, Outcome, Subject } from "./check.js";
import { carried, holds, plain } from "./plain.js";
import { isPoisoned, poison } from "./poison.js";
import { same } from "./same.js";

/** Whether another adapter answers as the first one does, and gives the handler the same. */
export async function checkAlike(
  subject: Subject,
  giver: Giver,
  value: unknown,
  other: FetchHandler,
): Promise<Outcome> {
  const nothing: Outcome = { failures: [], is: "uncertain" };
  if (giver !== "row" && giver !== "plain") return nothing;
  const isUnsayable = (one: unknown) => one instanceof Date && Number.isNaN(one.getTime());
  if (giver === "plain" && holds(value, isUnsayable)) return nothing;
  const [expected, actual] = [await send(subject, giver, value), await send(subject, giver, value, other)];
  if (same(expected, actual) || isPoisoned(actual)) return nothing; // a shared value is reported by itself
  return { failures: [{ what: "Fastify and Fetch differ", expected, actual }], is: "accepted" };
}

async function send({ served, index }: Subject, giver: Giver, value: unknown, handle?: FetchHandler): Promise<object> {
  if (giver === "row") {
    const { status, body } = await served.read(index, value, handle);
    return { status, data: body.data, codes: body.errors?.map(({ code }) => code) };
  }
  const { input, reply } = await served.sendPlain(index, { value: plain(value) ?? null }, handle);
  const received = carried(plain(input?.value));
  poison(input?.value);
  return { status: reply?.status, received, codes: reply?.body.errors?.map(({ code }) => code) };
}
