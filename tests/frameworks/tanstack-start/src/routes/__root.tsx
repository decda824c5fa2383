import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  HeadContent,
  Link,
  Outlet,
  Scripts,
} from "@tanstack/react-router";
import type { apiClient } from "../api-client";

interface RouterContext {
  readonly client: ReturnType<typeof apiClient>;
  readonly queryClient: QueryClient;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({
    meta: [{ charSet: "utf-8" }, { title: "Notes" }],
    links: [{ rel: "icon", href: "data:," }],
  }),
  component: () => (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Link to="/">Home</Link> <Link to="/notes">Notes</Link>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
});
