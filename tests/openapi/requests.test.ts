import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { fetchHandler } from "trestle/fetch";
import {
  type JsonSchema,
  type OpenapiOperation,
  type OpenapiParameter,
  type OpenapiRequestBody,
  openapi,
} from "trestle/openapi";
import { describe, expect, test } from "vitest";
import { everything } from "../../src/openapi/fixtures/everything.js";
import { Described } from "../support/described.js";
import { Arbitraries } from "./arbitrary.js";
import { MEDIA_TYPE } from "../support/media-type.js";

// What the document allows, the server takes; what it forbids, the server refuses.

const SEED = 20_261_121;
const RUNS = 15;

const document = openapi(everything, { info: { title: "Everything", version: "1.0.0" } });
const failures: unknown[] = [];
const handle = fetchHandler(everything, { onError: ({ error }) => failures.push(error) });
const arbitraries = new Arbitraries(document);
const described = new Described(document);

const ajv = new Ajv2020({ strict: false, ownProperties: true });
addFormats.default(ajv);
ajv.addSchema({ ...document }, "api");
const validators = new Map<string, (value: unknown) => boolean>();

/** Whether the document allows a value at a schema of it. */
function allows(schema: JsonSchema, value: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate as (value: unknown) => boolean);
  return validate(value) as boolean;
}

interface Generated {
  /** The media type of the body. */
  readonly type: string;
  readonly parameters: ReadonlyMap<OpenapiParameter, unknown>;
  readonly body: unknown;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: operation.operationId, method, path, operation })),
);

const spoken = operations.filter(({ name }) => !name.includes("_rpc_"));

/** The media type of an operation's body: a document, or the input of a command. */
function bodyType(operation: OpenapiOperation): string {
  return Object.keys(operation.requestBody?.content ?? {})[0] ?? MEDIA_TYPE;
}

function bodySchema(operation: OpenapiOperation): JsonSchema | undefined {
  const body: OpenapiRequestBody | undefined = operation.requestBody;
  return body?.content[bodyType(operation)]?.schema;
}

/** Requests that the document allows. */
function requestsOf(operation: OpenapiOperation): fc.Arbitrary<Generated> {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const { schema, required } = parameter;
    const value = arbitraries.of(schema).filter((made) => allows(schema, made) && isSendable(made));
    const given = required ? value : fc.option(value, { nil: undefined });
    return given.map((made) => [parameter, made] as const);
  });
  const schema = bodySchema(operation);
  const body = schema ? arbitraries.of(schema).filter((made) => allows(schema, made)) : fc.constant(undefined);
  return fc.tuple(fc.tuple(...parameters), body).map(([all, made]) => {
    const id = all.find(([parameter]) => parameter.in === "path")?.[1];
    const parameters = new Map(all.filter(([, value]) => value !== undefined));
    const type = bodyType(operation);
    return { type, parameters, body: operation.operationId.endsWith("_editOne") ? withUrlId(made, id) : made };
  });
}

/** An empty list and a list of one empty text are the same text in a URL. */
function isSendable(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0 || value[0] !== "" || value.length > 1;
}

function textOf(value: unknown): string {
  return Array.isArray(value)
    ? value.map((item) => encodeURIComponent(`${item}`)).join(",")
    : encodeURIComponent(`${value}`);
}

async function send(method: string, path: string, { type, parameters, body }: Generated) {
  const all = [...parameters];
  const id = all.find(([parameter]) => parameter.in === "path")?.[1];
  const query = all
    .filter(([parameter]) => parameter.in === "query")
    .map(([{ name }, value]) => `${encodeURIComponent(name)}=${textOf(value)}`);
  const url = `${path.replace("{id}", encodeURIComponent(`${id}`))}${query.length === 0 ? "" : `?${query.join("&")}`}`;
  const headers = new Headers(body === undefined ? {} : { "content-type": type });
  for (const [{ name, in: place }, value] of all)
    if (place === "header") headers.set(name, encodeURIComponent(`${value}`));
  const init = { method: method.toUpperCase(), headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await handle(new Request(`http://localhost${url}`, init));
  const text = await response.text();
  const problems = described.judge(method.toUpperCase(), url, {
    status: response.status,
    contentType: response.headers.get("content-type") ?? undefined,
    hasLocation: response.headers.has("location"),
    text,
  });
  return { url, status: response.status, text, problems };
}

/** JSON:API 1.1: the id in an edit's body is the URL's. */
function withUrlId(body: unknown, id: unknown): unknown {
  const { data, ...rest } = body as { data: object };
  return { ...rest, data: { ...data, id: `${id}` } };
}

describe.each(spoken)("$name", ({ method, path, operation }) => {
  test("takes what the document allows, and answers as it says", async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async (request) => {
        failures.length = 0;
        const { url, status, text, problems } = await send(method, path, request);
        expect({ url, status, text: status < 400 ? "" : text, failures }).toEqual({
          url,
          status: expect.toSatisfy((code: number) => code < 300),
          text: "",
          failures: [],
        });
        expect(problems).toEqual([]);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test("refuses what the document forbids", async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), fc.infiniteStream(fc.nat()), async (request, choices) => {
        const choose = () => choices.next().value as number;
        for (const broken of breakings(operation, request, choose)) {
          const { url, status, text } = await send(method, path, broken);
          expect({ url, body: broken.body, status, text: text.slice(0, 300) }).toMatchObject({
            status: expect.toSatisfy((code: number) => code >= 400 && code < 500),
          });
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

const JUNK: readonly unknown[] = [null, true, 0, -1, 1.5, 1e12, "", "§", "2026-02-30", [], ["§"], {}, { "§": 1 }];

/** Requests with one thing wrong, by the document's word. */
function breakings(operation: OpenapiOperation, request: Generated, choose: () => number): Generated[] {
  const broken: Generated[] = [];
  for (const [parameter, value] of request.parameters) {
    const { schema, required } = parameter;
    for (const junk of ["§", "-0.5", "1e3", "99999999999999999999"]) {
      if (!mayMean(schema, junk)) broken.push(withParameter(request, parameter, junk));
    }
    if (parameter.in !== "query") continue;
    if (required) broken.push(withParameter(request, parameter, undefined));
    if (Array.isArray(value) && value.length > 0 && !allows(schema, [...value, value[0]])) {
      broken.push(withParameter(request, parameter, [...value, value[0]]));
    }
  }
  const schema = bodySchema(operation);
  if (schema === undefined) return broken;
  for (let count = 0; count < 10; count++) {
    const body = mutate(structuredClone(request.body), choose);
    if (!allows(schema, body)) broken.push({ ...request, body });
  }
  return broken;
}

/** Whether a text can be a value of the parameter's. */
function mayMean(schema: JsonSchema, text: string): boolean {
  const meanings: unknown[] = [text, [text], []];
  if (text !== "" && Number.isFinite(Number(text))) meanings.push(Number(text), [Number(text)]);
  return meanings.some((meaning) => allows(schema, meaning) && !(Array.isArray(meaning) && meaning.length === 0));
}

function withParameter(request: Generated, parameter: OpenapiParameter, value: unknown): Generated {
  const parameters = new Map(request.parameters);
  if (value === undefined) parameters.delete(parameter);
  else parameters.set(parameter, value);
  return { ...request, parameters };
}

/** Replaces, removes or adds one thing somewhere in a document. */
function mutate(value: unknown, choose: () => number): unknown {
  const junk = () => JUNK[choose() % JUNK.length];
  if (value === null || typeof value !== "object" || choose() % 6 === 0) return junk();
  const keys = Object.keys(value);
  if (choose() % 5 === 0 && !Array.isArray(value)) return { ...value, [`x${choose() % 9}`]: junk() };
  const key = keys[choose() % Math.max(1, keys.length)];
  if (key === undefined) return junk();
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (choose() % 5 === 0 && !Array.isArray(value)) delete copy[key];
  else copy[key] = mutate(copy[key], choose);
  return copy;
}
