import { z } from "zod";
import { allSchemas, type Definition, definition } from "./definition.js";
import { DescribedJson } from "./described-json.js";
import { EXCLUSIONS, type Exclusion, type Judgement } from "./judgement.js";
import { judgePlain, judgeRich } from "./oracle-input.js";
import { judgeRow, passesChecks } from "./oracle-output.js";
import { carried, holds, plain } from "./plain.js";
import { isPoisoned, poison } from "./poison.js";
import { same } from "./same.js";
import { isSayable } from "./sayable.js";
import { type Received, type Reply, requestDocument, type Served } from "./serve.js";

const WRONG_KIND = "a row of a wrong kind is sent";

/** Who gives the value: a plain client, Trestle's client, or a handler's row. `absent`: a create that leaves it out. */
export type Giver = "plain" | "client" | "row" | "absent";
export const GIVERS: readonly Giver[] = ["plain", "client", "row", "absent"];

/** What came of a case: a reason why it is not judged, or what is wrong, or nothing. */
export interface Outcome {
  /** What the oracle said. */
  readonly is: Judgement["is"];
  readonly excluded?: Exclusion;
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** Which promise is broken, in a few words. Failures of the same schema and the same words are one. */
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A schema among those that are served. The oracle has a copy of its own, which no request can touch. */
export interface Subject {
  readonly served: Served;
  readonly index: number;
  readonly schema: z.ZodType;
  readonly described: DescribedJson | undefined;
}

export async function check(subject: Subject, giver: Giver, value: unknown): Promise<Outcome> {
  const { failures, ...outcome } = await checkGiven(subject, giver, value);
  return { ...outcome, failures: failures.map((failure) => named(failure, value)) };
}

function checkGiven(subject: Subject, giver: Giver, value: unknown): Promise<Outcome> {
  switch (giver) {
    case "plain":
      return checkPlain(subject, value);
    case "client":
      return checkClient(subject, value);
    case "row":
      return checkRow(subject, value);
    case "absent":
      return checkAbsent(subject);
  }
}

async function checkPlain(subject: Subject, value: unknown): Promise<Outcome> {
  const { served, index, schema } = subject;
  if (holds(value, (one) => typeof one === "number" && !Number.isFinite(one))) return excluded("notFinite");
  if (holds(value, (one) => one instanceof Date && Number.isNaN(one.getTime()))) return excluded("invalidDate");
  const json = JSON.parse(JSON.stringify(plain(value) ?? null));
  const described = DescribedJson.canJudge(value) && !mayRepeat(schema, json) ? subject.described : undefined;
  const received = await served.sendPlain(index, { value: json });
  const failures: Failure[] = [];
  const problems = described?.problems(index, "request", requestDocument(index, { value: json }));
  if (received.input !== undefined && problems !== undefined && !isOpenProto(schema, json))
    failures.push({ what: "OpenAPI forbids what the server takes", expected: "allowed", actual: problems });
  if (received.input === undefined && described && problems === undefined && isSayable(schema))
    failures.push({ what: "OpenAPI allows what the server refuses", expected: "forbidden", actual: "allowed" });
  const lost = lostPointer(requestDocument(index, { value: json }), received.reply);
  if (lost !== undefined)
    failures.push({ what: "an error points to nothing", expected: "a place in the body", actual: lost });
  return withReceived(judgePlain(schema, json), received, failures, "plain JSON");
}

/** Whether JSON has an element of a set, or a key of a map, twice: the server counts it once, but the document twice. */
function mayRepeat(schema: z.ZodType, json: unknown): boolean {
  const hasSets = [...allSchemas(schema)].some((one) => ["set", "map"].includes(definition(one).type));
  return hasSets && holds(json, (one) => Array.isArray(one) && (repeats(one) || repeats(one.map(keyOf))));
}

function repeats(list: readonly unknown[]): boolean {
  return new Set(list.map((one) => JSON.stringify(one))).size < list.length;
}

function keyOf(entry: unknown): unknown {
  return Array.isArray(entry) ? entry[0] : entry;
}

/** An error's pointer that names nothing in the request, as JSON:API forbids. */
function lostPointer(document: object, reply: Reply | undefined): string | undefined {
  const pointers = (reply?.body.errors ?? []).flatMap(({ source }) => source?.pointer ?? []);
  return pointers.find((pointer) => {
    let at: unknown = document;
    for (const part of pointer.split("/").slice(1)) {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return true;
      at = Reflect.get(at, name);
    }
    return false;
  });
}

async function checkClient({ served, index, schema }: Subject, value: unknown): Promise<Outcome> {
  const judgement = value === undefined ? judgeAbsent(schema) : judgeRich(schema, value);
  return withReceived(judgement, await served.sendByClient(index, { value }), [], "the client's value");
}

async function checkAbsent({ served, index, schema, described }: Subject): Promise<Outcome> {
  const received = await served.sendPlain(index, {});
  const problems = described?.problems(index, "request", requestDocument(index, {}));
  const failures: Failure[] = [];
  if (received.input !== undefined && problems !== undefined)
    failures.push({ what: "OpenAPI requires what the server does not", expected: "optional", actual: problems });
  return withReceived(judgeAbsent(schema), received, failures, "an absent value");
}

/** What an object makes of a member that is not there. */
function judgeAbsent(schema: z.ZodType): Judgement {
  const result = z.object({ value: schema }).safeParse({});
  if (result.success) return { is: "accepted", value: result.data.value };
  return { is: "refused", why: result.error.message };
}

function withReceived(judgement: Judgement, received: Received, failures: Failure[], whose: string): Outcome {
  const { input, reply } = received;
  const actual =
    input === undefined
      ? { status: reply?.status, thrown: `${received.thrown}`, errors: reply?.body.errors }
      : copied(input.value);
  if (judgement.is === "accepted") {
    const expected = judgement.value;
    if (input === undefined)
      failures.push({ what: `${whose} is refused (${reply?.status ?? "not sent"})`, expected, actual });
    else if (isPoisoned(actual)) failures.push({ what: "requests share a default", expected, actual });
    else if (!same(actual, expected)) failures.push({ what: `${whose} reaches the handler changed`, expected, actual });
  } else if (judgement.is === "refused") {
    const expected = { refused: judgement.why };
    if (input !== undefined)
      failures.push({ what: `${whose} is taken though the schema refuses it`, expected, actual });
    else if (reply !== undefined && reply.status >= 500)
      failures.push({ what: `${whose} is a ${reply.status}`, expected, actual });
  }
  if (input !== undefined) poison(input.value); // a later request must not see it
  return judgement.is === "uncertain"
    ? { excluded: judgement.reason, failures, is: "uncertain" }
    : { failures, is: judgement.is };
}

/** A copy: the value itself is poisoned before the report is written. */
function copied(value: unknown): unknown {
  return carried(value);
}

/** Whether a member called `__proto__` is where any name is allowed. */
function isOpenProto(schema: z.ZodType, value: unknown): boolean {
  return holds(value, hasProto) && [...allSchemas(schema)].some((one) => isOpenSchema(definition(one)));
}

function hasProto(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__");
}

function isOpenSchema({ type, catchall }: Definition): boolean {
  return catchall !== undefined || ["record", "any", "unknown", "transform", "custom"].includes(type);
}

async function checkRow(subject: Subject, row: unknown): Promise<Outcome> {
  const { served, index, schema } = subject;
  const described = DescribedJson.canJudge(row) ? subject.described : undefined;
  const judgement = judgeRow(schema, row);
  const { status, body } = await served.read(index, row);
  if (judgement.is === "uncertain") {
    const sent = body.data?.attributes?.value;
    const isLeak = status === 200 && "stripped" in judgement && !same(sent, plain(judgement.stripped));
    if (!isLeak || isOpenProto(schema, row)) return excluded(judgement.reason);
    const expected = { refused: "", or: judgement.stripped };
    return { failures: [{ what: "a strict object leaves with other keys", expected, actual: sent }], is: "uncertain" };
  }
  if (isOpenProto(schema, row)) {
    const isSame = judgement.is === "accepted" && status === 200;
    const sent = withoutProto(body.data?.attributes?.value);
    if (!isSame || same(sent, withoutProto(judgement.value))) return excluded("proto");
  }
  const actual = status === 200 ? body.data?.attributes?.value : { status, reported: served.errors.map(String) };
  if (judgement.is === "refused") {
    if (status >= 500) return { failures: [], is: "refused" };
    return {
      is: "refused",
      failures: [{ what: WRONG_KIND, expected: { refused: judgement.why }, actual }],
    };
  }
  const expected = plain(judgement.value);
  if (status !== 200) return { failures: [{ what: "a row is a 500", expected, actual }], is: "accepted" };
  const failures: Failure[] = [];
  if (!same(actual, expected)) failures.push({ what: rowDifference(expected, actual), expected, actual });
  const problems = described?.problems(index, "response", body);
  if (problems !== undefined && passesChecks(schema, row))
    failures.push({
      what: "OpenAPI forbids what the server sends",
      expected: "allowed",
      actual: `${problems}: ${JSON.stringify(actual)}`,
    });
  if (failures.length === 0) failures.push(...(await checkRoundTrip(served, index, row, judgement.value)));
  return { failures: failures, is: judgement.is };
}

/** Some causes break many promises at once: a failure says so, and they are counted apart. */
function named(failure: Failure, value: unknown): Failure {
  return namedDate(failure, value);
}

function namedDate(failure: Failure, value: unknown): Failure {
  if (!/ (refused|changed|takes|sends|500)\b/.test(failure.what)) return failure;
  const isFar = (one: unknown) =>
    one instanceof Date
      ? !(one.getTime() <= 253402300799999 && one.getTime() >= -62167219200000)
      : typeof one === "string" && FAR.test(one);
  return holds([value, failure.expected], isFar)
    ? { ...failure, what: `${failure.what} (a date outside the years 0 to 9999)` }
    : failure;
}

const FAR = /^[+-]\d{6}-\d\d-\d\d/;

function withoutProto(value: unknown): unknown {
  const text = JSON.stringify(plain(value));
  return text === undefined ? undefined : JSON.parse(text, (name, one) => (name === "__proto__" ? undefined : one));
}

/** A key that leaks is another defect than one that is lost. */
function rowDifference(expected: unknown, actual: unknown): string {
  const [most, fewest] = [actual, expected].map((one) => JSON.stringify(one)?.length ?? 0);
  if ((most ?? 0) > (fewest ?? 0)) return "a row leaves with more than Zod keeps";
  return "a row leaves with less than Zod keeps";
}

async function checkRoundTrip(served: Served, index: number, row: unknown, expected: unknown): Promise<Failure[]> {
  const read = await served.readByClient(index, row);
  if ("thrown" in read) return [{ what: "the client throws on a row", expected, actual: `${read.thrown}` }];
  return same(read.value, expected)
    ? []
    : [{ what: "the client reads another value than the row's", expected, actual: read.value }];
}

function excluded(reason: Exclusion): Outcome {
  if (!(reason in EXCLUSIONS)) throw new TypeError(`No such exclusion: ${reason}`);
  return { excluded: reason, failures: [], is: "uncertain" };
}
