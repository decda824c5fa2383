import type { Client } from "trestle/client";
import { queryOptions } from "trestle/query";
import type { Api } from "./api";

/** Shared by the server and the browser, so both have the same key. */
export const notesQuery = (client: Client<Api>) =>
  queryOptions(client.notes.list(), { staleTime: 60_000 });
