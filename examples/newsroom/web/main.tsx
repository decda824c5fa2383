import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.js";
import { queryClient } from "./data/query-client.js";
import { isInWindow } from "./two/in-window.js";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");

document.documentElement.classList.toggle("in-window", isInWindow);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
