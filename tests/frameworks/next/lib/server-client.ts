import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { createClient } from "trestle/client";
import { type Api, handle, userOf } from "./api";

/**
 * The user of the request to a page, and a client that calls the API
 * in the process, as this user.
 */
export const serverClient = cache(async () => {
  const cookie = (await cookies()).toString();
  const user = userOf(cookie);
  const headers = { cookie: user === null ? undefined : cookie };
  return {
    user,
    client: createClient<Api>({
      url: "http://localhost/api",
      fetch: handle,
      name: "notes",
      caller: user,
      headers,
    }),
  };
});
