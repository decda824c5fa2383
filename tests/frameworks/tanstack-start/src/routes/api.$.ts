import { createFileRoute } from "@tanstack/react-router";
import { handle } from "../api";

export const Route = createFileRoute("/api/$")({
  server: { handlers: { ANY: ({ request }) => handle(request) } },
});
