import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";
import { createClient } from "trestle/client";
import { type Api, handle, userOf } from "./api";

/** The user. The browser learns it from the page: see router.tsx. */
export const requestUser = createIsomorphicFn()
  .server(() => userOf(getRequestHeader("cookie") ?? null))
  .client(() => null);

/**
 * A client of the API. The server calls the API in the process, as the user
 * of the request.
 */
export const apiClient = createIsomorphicFn()
  .server((caller: () => string | null) => {
    const cookie =
      caller() === null ? undefined : getRequestHeader("cookie");
    return createClient<Api>({
      url: "http://localhost/api",
      fetch: handle,
      name: "notes",
      caller,
      headers: { cookie },
    });
  })
  .client((caller: () => string | null) =>
    createClient<Api>({ url: "/api", name: "notes", caller }),
  );
