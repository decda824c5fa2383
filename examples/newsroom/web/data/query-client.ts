import { QueryClient } from "@tanstack/react-query";
import { Unexpected } from "trestle/client";
import { connectQueries } from "trestle/query";
import { logRefetch } from "../requests/log-refetch.js";
import { logViews } from "../requests/log-views.js";
import { logWrites } from "../requests/log-writes.js";
import { client } from "./client.js";

const FRESH = 30_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      // A connection that broke is worth another try; what the server said it will say again.
      retry: (failures, error) => failures < 1 && error instanceof Unexpected && error.code === "network",
      retryDelay: 500,
    },
  },
});

logViews();
logWrites(queryClient);

connectQueries(queryClient, client, {
  live: true,
  onRefetch: (refetch) => logRefetch(queryClient, refetch),
});
