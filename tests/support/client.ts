import { type Client, type ClientOptions, createClient } from "trestle/client";
import { describe } from "vitest";
import { expectResponseDescribed } from "./expect-described.js";
import { describeAdapters, type Newsroom } from "./adapters.js";
import { expectRequest, expectResponse } from "./jsonapi/expect-json-api.js";
import type { Api } from "./newsroom/api.js";

/** A client of the newsroom, and what it sent. */
export interface Recorder {
  readonly client: Client<Api>;
  /** `GET /articles?page=2`, below the mount point, decoded as far as that is readable. */
  readonly sent: string[];
  /** The requests themselves. */
  readonly requests: Request[];
}

export function recordingClient(newsroom: Newsroom, options: Partial<ClientOptions> = {}): Recorder {
  const sent: string[] = [];
  const requests: Request[] = [];
  const client = createClient<Api>({
    url: newsroom.url,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const path = `${pathname.slice("/api".length)}${search}`;
      sent.push(`${request.method} ${path}`);
      requests.push(request.clone());
      await expectRequest(request.clone(), `${pathname.slice("/api".length)}${search}`);
      const response = await fetch(request);
      await expectResponse(request, response);
      await expectResponseDescribed(request.method, path, response);
      return response;
    },
    ...options,
  });
  return { client, sent, requests };
}

/** The same tests of the client against every adapter, over real HTTP. */
export function describeClient(name: string, tests: (newsroom: Newsroom) => void): void {
  describe(name, () => describeAdapters("the client", tests));
}
