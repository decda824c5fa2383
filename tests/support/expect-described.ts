import { openapi } from "trestle/openapi";
import { Described } from "./described.js";
import type { RawAnswer } from "./http.js";
import { api } from "./newsroom/api.js";

const described = new Described(openapi(api, { info: { title: "Newsroom", version: "1.0.0" } }));

/** Throws where an answer of the newsroom is not what its description says. `path` is below the mount point. */
export function expectDescribed(method: string, path: string, { status, headers, text }: RawAnswer): void {
  described.check(method, path, { status, headers: new Headers(headers as Record<string, string>) }, text);
}

/** The same for a response of `fetch`, of which a copy is read. */
export async function expectResponseDescribed(method: string, path: string, response: Response): Promise<void> {
  described.check(method, path, response, await response.clone().text());
}
