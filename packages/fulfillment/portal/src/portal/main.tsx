// The customer portal in the page: its queries, its notices, its pages.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";
import "../styles/parts.css";
import "../styles/portal.css";
import { App } from "./app.tsx";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
