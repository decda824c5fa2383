"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { mutationOptions } from "trestle/query";
import { notesQuery } from "../../lib/query";
import { useClient } from "../providers";

export function Notes() {
  const client = useClient();
  const { data, error } = useQuery(notesQuery(client));
  const create = useMutation(mutationOptions(client.notes, "create"));
  if (error)
    return <p>{error.detail ?? "The server cannot be reached."}</p>;
  return (
    <main>
      <h1>Notes</h1>
      <ul>
        {data?.map(({ id, text, at }) => (
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
