// The page: the application in its `QueryClient`. With `--mode mocks`, handlers in the browser respond instead of the API.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./style.css";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");

// Left out of every other build.
if (import.meta.env.MODE === "mocks") await (await import("./mocks.ts")).startMocks();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
