import { notFound } from "next/navigation";
import { NotFound } from "trestle/client";
import { serverClient } from "../../../lib/server-client";

export default async function NotePage({
  params,
}: {
  params: Promise<{ id: string }>;
}) {
  const { client } = await serverClient();
  const { data, error } = await client.notes.get((await params).id).safe();
  if (error instanceof NotFound) notFound();
  if (error) throw error;
  return <h1>{data.text}</h1>;
}
