import type * as trestleClient from "trestle/client";
import type { Api } from "./api.js";

// What a call in the playground can name. The compiler in the page reads this file, and no library of browsers, which is large.

declare global {
  const client: trestleClient.Client<Api>;
  const ResponseError: typeof trestleClient.ResponseError;
  const NotFound: typeof trestleClient.NotFound;
  const BadRequest: typeof trestleClient.BadRequest;
  const UnprocessableContent: typeof trestleClient.UnprocessableContent;
  const Conflict: typeof trestleClient.Conflict;
  const Forbidden: typeof trestleClient.Forbidden;
  const PreconditionFailed: typeof trestleClient.PreconditionFailed;
  const Unauthorized: typeof trestleClient.Unauthorized;
  const console: Record<"log" | "info" | "warn" | "error" | "debug", (...values: readonly unknown[]) => void>;

  function setTimeout(run: () => void, milliseconds?: number): number;
  function clearTimeout(timer: number): void;

  interface Response {
    readonly ok: boolean;
    readonly status: number;
    readonly headers: Headers;
  }
  interface Headers {
    get(name: string): string | null;
  }
  interface Request {
    readonly method: string;
    readonly url: string;
  }
  interface AbortSignal {
    readonly aborted: boolean;
  }
  interface Blob {
    readonly size: number;
  }
  interface File extends Blob {
    readonly name: string;
  }
}
