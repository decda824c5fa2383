"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from "react";
import { type Client, createClient } from "trestle/client";
import { connectQueries } from "trestle/query";
import type { Api } from "../lib/api";

const ClientContext = createContext<Client<Api> | null>(null);

export function useClient(): Client<Api> {
  const client = useContext(ClientContext);
  if (client === null)
    throw new Error("useClient: no Providers around this component");
  return client;
}

export function Providers({
  user,
  children,
}: {
  user: string | null;
  children: ReactNode;
}) {
  const [queryClient] = useState(() => new QueryClient());
  const [client] = useState(() =>
    createClient<Api>({ url: "/api", name: "notes", caller: user }),
  );
  useEffect(
    () => connectQueries(queryClient, client),
    [queryClient, client],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ClientContext value={client}>{children}</ClientContext>
    </QueryClientProvider>
  );
}
