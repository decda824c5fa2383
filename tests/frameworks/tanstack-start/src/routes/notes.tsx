import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import type { Client } from "trestle/client";
import { mutationOptions, queryOptions } from "trestle/query";
import type { Api } from "../api";

const notesQuery = (client: Client<Api>) =>
  queryOptions(client.notes.list(), { staleTime: 60_000 });

export const Route = createFileRoute("/notes")({
  loader: ({ context: { client, queryClient } }) =>
    queryClient.ensureQueryData(notesQuery(client)),
  component: Notes,
});

function Notes() {
  const { client } = Route.useRouteContext();
  const { data } = useSuspenseQuery(notesQuery(client));
  const create = useMutation(mutationOptions(client.notes, "create"));
  return (
    <main>
      <h1>Notes</h1>
      <ul>
        {data.map(({ id, text, at }) => (
          <li key={id}>
            {text}, {at.getUTCFullYear()}
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => create.mutate({ text: "Feed the cat" })}
      >
        Add a note
      </button>
    </main>
  );
}
