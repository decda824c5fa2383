import {
  dehydrate,
  HydrationBoundary,
  QueryClient,
} from "@tanstack/react-query";
import { notesQuery } from "../../lib/query";
import { serverClient } from "../../lib/server-client";
import { Providers } from "../providers";
import { Notes } from "./notes";

export default async function NotesPage() {
  const { user, client } = await serverClient();
  // One for each request: it holds data of one user.
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(notesQuery(client));
  return (
    <Providers user={user}>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Notes />
      </HydrationBoundary>
    </Providers>
  );
}
