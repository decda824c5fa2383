import { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { setupRouterSsrQueryIntegration } from "@tanstack/react-router-ssr-query";
import { connectQueries } from "trestle/query";
import { apiClient, requestUser } from "./api-client";
import { routeTree } from "./routeTree.gen";

/** One router for each request in the server, and one in the browser. */
export function getRouter() {
  let user = requestUser();
  const client = apiClient(() => user);
  const queryClient = new QueryClient();

  const router = createRouter({
    routeTree,
    context: { client, queryClient },
    defaultPreloadStaleTime: 0, // the QueryClient decides what is stale
    dehydrate: () => ({ user }),
    // In the browser, before it renders.
    hydrate: (page: { user: string | null }) => {
      user = page.user;
      connectQueries(queryClient, client, { live: true });
    },
  });
  setupRouterSsrQueryIntegration({ router, queryClient });
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
