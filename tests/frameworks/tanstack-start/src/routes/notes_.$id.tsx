import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { type Client, NotFound } from "trestle/client";
import { queryOptions } from "trestle/query";
import type { Api } from "../api";

const noteQuery = (client: Client<Api>, id: string) =>
  queryOptions(client.notes.get(id), { staleTime: 60_000 });

export const Route = createFileRoute("/notes_/$id")({
  loader: async ({ context: { client, queryClient }, params }) => {
    try {
      await queryClient.ensureQueryData(noteQuery(client, params.id));
    } catch (error) {
      throw error instanceof NotFound ? notFound() : error;
    }
  },
  component: Note,
  notFoundComponent: () => <h1>No such note</h1>,
});

function Note() {
  const { client } = Route.useRouteContext();
  const { data } = useSuspenseQuery(
    noteQuery(client, Route.useParams().id),
  );
  return <h1>{data.text}</h1>;
}
