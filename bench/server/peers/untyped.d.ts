// biome-ignore-all lint/style/noDefaultExport: the packages have them
// What is used of packages that have no types of their own.

declare module "fortune" {
  /** The parameters of a find, apart from ids. */
  export interface FindOptions {
    readonly fields?: Readonly<Record<string, boolean>>;
    readonly sort?: Readonly<Record<string, boolean>>;
    readonly offset?: number;
    readonly limit?: number;
  }

  export class Adapter {}

  interface Store {
    connect(): Promise<unknown>;
  }

  function fortune(
    types: object,
    options: { readonly adapter: readonly [(Base: typeof Adapter) => typeof Adapter] },
  ): Store;
  namespace fortune {
    const errors: { readonly BadRequestError: new (message: string) => Error };
  }
  export { fortune as default };
}

declare module "fortune-http" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  function fortuneHttp(
    store: object,
    options: object,
  ): (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  export { fortuneHttp as default };
}

declare module "fortune-json-api" {
  const serializer: object;
  export { serializer as default };
}

declare module "jsonapi-server" {
  type Done<T> = (error: object | null, found?: T, total?: number) => void;

  export interface Asked {
    readonly params: {
      readonly id?: string | readonly string[];
      readonly sort?: string;
      readonly page?: { readonly offset: number; readonly limit: number };
      readonly filter?: { readonly id?: string | readonly string[] };
    };
  }

  export interface Handlers {
    readonly ready: true;
    initialise(): void;
    search(request: Asked, done: Done<object[]>): void;
    find(request: Asked, done: Done<object>): void;
    create?(request: Asked, resource: Readonly<Record<string, unknown>>, done: Done<object>): void;
  }

  interface Schema {
    min(length: number): Schema;
    max(length: number): Schema;
    required(): Schema;
  }

  const server: {
    readonly Joi: {
      string(): Schema;
      boolean(): Schema;
      date(): Schema;
      one(type: string): Schema;
      many(type: string): Schema;
    };
    setConfig(config: object): void;
    define(resource: object): void;
    start(): void;
  };
  export { server as default };
}
