import { QueryClient } from "@tanstack/react-query";
import { Unexpected } from "trestle/client";
import { connectQueries } from "trestle/query";
import { logRefetch } from "../requests/log.js";
import { queryName } from "../requests/query-name.js";
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

connectQueries(queryClient, client, {
  onRefetch: ({ queryKey, reason }) => logRefetch(queryName(queryKey), reason),
});
