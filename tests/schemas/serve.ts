import Fastify from "fastify";
import { Conflict, trestle } from "trestle";
import { createClient } from "trestle/client";
import { fastifyPlugin } from "trestle/fastify";
import { type FetchHandler, fetchHandler } from "trestle/fetch";
import { type OpenapiDocument, openapi } from "trestle/openapi";
import { z } from "zod";
import { MEDIA_TYPE } from "../support/media-type.js";

/** What came of a request. */
export interface Reply {
  readonly status: number;
  readonly body: {
    readonly data?: { readonly attributes?: { readonly value?: unknown } };
    readonly errors?: readonly { readonly code: string; readonly source?: { readonly pointer?: string } }[];
  };
}

/** What a handler received: nothing where it was not called. */
export interface Received {
  readonly input: { readonly value?: unknown } | undefined;
  readonly reply: Reply | undefined;
  /** What the client threw, where it sent nothing or could not read what came. */
  readonly thrown?: unknown;
}

interface AnyClient {
  readonly [resource: string]: {
    create(input: object): Promise<unknown>;
    get(id: number): Promise<{ readonly value?: unknown }>;
  };
}

/** Several schemas, each the attribute `value` of a resource of its own, in one API. */
export class Served {
  readonly api: never;
  readonly handle: FetchHandler;
  readonly #client: AnyClient;
  #row: unknown;
  #input: { value?: unknown } | undefined;
  #reply: Reply | undefined;
  /** What the server reported since the last request. */
  errors: unknown[] = [];

  /** @throws What Trestle throws when it cannot serve one of the schemas. */
  constructor(schemas: readonly z.ZodType[]) {
    const t = trestle();
    const routes = schemas.map((value, index) => {
      const resource = t.resource(nameOf(index), {
        id: z.int(),
        attributes: { value },
        createFields: ["value"],
      } as never);
      return [nameOf(index), this.#routesOf(resource)];
    });
    this.api = t.router(Object.fromEntries(routes) as never) as never; // names and schemas are only known at run time
    this.handle = fetchHandler(this.api, {
      onError: ({ error }: { error: unknown }) => this.errors.push(error),
    } as never);
    const fetch = async (request: Request) => {
      const response = await this.handle(request);
      this.#reply = await replyOf(response.clone());
      return response;
    };
    this.#client = createClient({ url: "http://localhost", fetch } as never) as unknown as AnyClient;
  }

  #routesOf(resource: unknown): unknown {
    // biome-ignore lint/suspicious/noExplicitAny: the types of a resource that is made at run time say nothing
    const any = resource as any;
    return any.routes(
      any.getOne(({ id }: { id: number }) => ({ id, value: this.#row })),
      any.createOne(({ input }: { input: { value?: unknown } }) => {
        this.#input = input;
        throw new Conflict(); // accepted: what a row would look like is another question
      }),
    );
  }

  /** The same API behind Fastify. */
  async fastify(): Promise<FetchHandler> {
    const stream = { write: (line: string) => this.errors.push(line) };
    const app = Fastify({ logger: { level: "error", stream } });
    await app.register(fastifyPlugin(this.api));
    return async (request: Request) => {
      const { method, url, headers } = request;
      const payload = method === "GET" ? undefined : await request.text();
      const reply = await app.inject({
        method: method as "GET",
        url,
        headers: Object.fromEntries(headers),
        payload: payload ?? "",
      });
      return new Response(reply.payload, { status: reply.statusCode });
    };
  }

  document(): OpenapiDocument {
    return openapi(this.api, { info: { title: "Schemas", version: "1.0.0" } });
  }

  /** Sends JSON as any HTTP client would. Without a value the attribute is absent. */
  async sendPlain(index: number, attributes: { readonly value?: unknown }, handle = this.handle): Promise<Received> {
    this.#begin();
    const body = JSON.stringify(requestDocument(index, attributes));
    const headers = { "content-type": MEDIA_TYPE };
    const response = await handle(new Request(`http://localhost/${nameOf(index)}`, { method: "POST", body, headers }));
    return { input: this.#input, reply: await replyOf(response) };
  }

  async sendByClient(index: number, input: { readonly value?: unknown }): Promise<Received> {
    this.#begin();
    try {
      await this.#client[nameOf(index)]?.create(input);
      return { input: this.#input, reply: this.#reply };
    } catch (thrown) {
      return { input: this.#input, reply: this.#reply, thrown };
    }
  }

  async read(index: number, row: unknown, handle = this.handle): Promise<Reply> {
    this.#begin();
    this.#row = row;
    return replyOf(await handle(new Request(`http://localhost/${nameOf(index)}/1`)));
  }

  async readByClient(index: number, row: unknown): Promise<{ readonly value?: unknown; readonly thrown?: unknown }> {
    this.#begin();
    this.#row = row;
    try {
      return { value: (await this.#client[nameOf(index)]?.get(1))?.value };
    } catch (thrown) {
      return { thrown };
    }
  }

  #begin(): void {
    this.#input = undefined;
    this.#reply = undefined;
    this.errors = [];
  }
}

/** The document that creates a resource. */
export function requestDocument(index: number, attributes: object): object {
  return { data: { type: nameOf(index), attributes } };
}

export function nameOf(index: number): string {
  return `s${index}`;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) };
}
